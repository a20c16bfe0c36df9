package org.ftmpj.samples.mandelbrot;

import java.awt.image.BufferedImage;
import java.util.zip.CRC32;

/** The rows of a picture of the Mandelbrot set, and what is made of them. */
public final class Rows {
  /** A result is the row's number, the microseconds it took, and one number per pixel. */
  private static final int HEADER = 2;

  private final int width;
  private final int height;
  private final int maxIterations;

  public Rows(int width, int height, int maxIterations) {
    this.width = width;
    this.height = height;
    this.maxIterations = maxIterations;
  }

  public int height() {
    return height;
  }

  /** An array for a result. */
  public int[] newResult() {
    return new int[HEADER + width];
  }

  /** A black picture. */
  public BufferedImage newImage() {
    return new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
  }

  /** Computes a row. */
  public void compute(int row, int[] result) {
    long start = System.nanoTime();
    double scale = 3.0 / width;
    double y = (row - height / 2.0) * scale;
    for (int column = 0; column < width; column++) {
      result[HEADER + column] = iterations(-2.1 + column * scale, y);
    }
    result[0] = row;
    result[1] = (int) ((System.nanoTime() - start) / 1000);
  }

  /** How often {@code z := z² + c} can be done before z has gone too far away. */
  private int iterations(double cx, double cy) {
    double zx = 0;
    double zy = 0;
    int count = 0;
    while (count < maxIterations && zx * zx + zy * zy < 4) {
      double next = zx * zx - zy * zy + cx;
      zy = 2 * zx * zy + cy;
      zx = next;
      count++;
    }
    return count;
  }

  /** Microseconds that a row took. */
  public static int microseconds(int[] result) {
    return result[1];
  }

  /** Puts a result into the picture. */
  public void paint(BufferedImage image, int[] result) {
    for (int column = 0; column < width; column++) {
      image.setRGB(column, result[0], colour(result[HEADER + column]));
    }
  }

  private int colour(int count) {
    if (count >= maxIterations) {
      return 0;
    }
    double t = Math.min(1, Math.sqrt(count / 120.0));
    int red = (int) (255 * t);
    int green = (int) (255 * t * t);
    int blue = (int) (90 + 660 * t * (1 - t));
    return red << 16 | green << 8 | blue;
  }

  /** A check sum of the pixels, and their number. */
  public String summary(BufferedImage image) {
    return "picture: %d x %d, CRC-32 %08x".formatted(width, height, crc(image));
  }

  private long crc(BufferedImage image) {
    CRC32 crc = new CRC32();
    for (int row = 0; row < height; row++) {
      for (int column = 0; column < width; column++) {
        int colour = image.getRGB(column, row);
        crc.update(colour >> 16);
        crc.update(colour >> 8);
        crc.update(colour);
      }
    }
    return crc.getValue();
  }
}
