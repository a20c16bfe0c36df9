package org.ftmpj.samples.mandelbrot;

import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.util.Locale;
import java.util.zip.CRC32;
import javax.imageio.ImageIO;
import mpi.MPI;
import mpi.Status;
import org.ftmpj.samples.Arguments;

/**
 * The Mandelbrot set as a task farm. Rank 0 hands out rows and collects them by {@code
 * Recv(ANY_SOURCE)}, so a worker that is ready gets the next row: which worker computes which row
 * differs from run to run, the picture does not.
 *
 * <p>Every row comes with the time its worker took for it. At the end each worker prints the sum of
 * the times it measured and rank 0 the sum of the times it was told; they are the same.
 */
public final class Mandelbrot {
  private static final int MASTER = 0;
  private static final int TAG_ROW = 1;
  private static final int TAG_RESULT = 2;

  /** In place of a row number: there is no more work. */
  private static final int NO_MORE = -1;

  /** A result is the row's number, the microseconds it took, and one number per pixel. */
  private static final int HEADER = 2;

  /** A worker reports each time it has computed this many rows. */
  private static final int ROWS_PER_REPORT = 25;

  private final int width;
  private final int height;
  private final int maxIterations;

  private Mandelbrot(int width, int height, int maxIterations) {
    this.width = width;
    this.height = height;
    this.maxIterations = maxIterations;
  }

  public static void main(String[] args) throws IOException {
    String[] arguments = MPI.Init(args);
    int rank = MPI.COMM_WORLD.Rank();
    int exitCode = 0;
    try {
      Mandelbrot picture =
          new Mandelbrot(
              Arguments.positive(arguments, 0, 1200),
              Arguments.positive(arguments, 1, 900),
              Arguments.positive(arguments, 2, 3000));
      String file = arguments.length > 3 ? arguments[3] : "mandelbrot.png";
      if (rank == MASTER) {
        picture.farm(MPI.COMM_WORLD.Size() - 1, new File(file));
      } else {
        picture.work(rank);
      }
    } catch (IllegalArgumentException e) {
      exitCode = 2;
      if (rank == MASTER) {
        System.err.println(e.getMessage());
        System.err.println("Arguments: [width [height [maxIterations [file.png]]]]");
      }
    }
    MPI.Finalize();
    if (exitCode != 0) {
      System.exit(exitCode);
    }
  }

  /** Rank 0: hands out rows until all are computed, then writes the picture. */
  private void farm(int workers, File file) throws IOException {
    long start = System.nanoTime();
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    int[] rowsOf = new int[workers + 1];
    long[] microsecondsOf = new long[workers + 1];
    int next = 0;
    for (int worker = 1; worker <= workers; worker++) {
      send(worker, next < height ? next++ : NO_MORE);
    }
    int[] result = new int[HEADER + width];
    for (int done = 0; done < height; done++) {
      if (workers == 0) {
        compute(done, result);
      } else {
        Status status =
            MPI.COMM_WORLD.Recv(result, 0, result.length, MPI.INT, MPI.ANY_SOURCE, TAG_RESULT);
        send(status.source, next < height ? next++ : NO_MORE);
        rowsOf[status.source]++;
        microsecondsOf[status.source] += result[1];
      }
      paint(image, result);
      if ((done + 1) * 20 / height != done * 20 / height) {
        System.out.println("picture: " + (done + 1) * 20 / height * 5 + " %");
      }
    }
    ImageIO.write(image, "png", file);
    for (int worker = 1; worker <= workers; worker++) {
      report("worker " + worker, rowsOf[worker], microsecondsOf[worker]);
    }
    System.out.printf(
        Locale.ROOT, "elapsed: %.3f s%n", (System.nanoTime() - start) / 1_000_000_000.0);
    System.out.printf("picture: %d x %d, CRC-32 %08x%n", width, height, crc(image));
  }

  private static void send(int worker, int row) {
    MPI.COMM_WORLD.Send(new int[] {row}, 0, 1, MPI.INT, worker, TAG_ROW);
  }

  /** All other ranks: compute rows until there are no more. */
  private void work(int rank) {
    int[] row = new int[1];
    int[] result = new int[HEADER + width];
    int rows = 0;
    long microseconds = 0;
    MPI.COMM_WORLD.Recv(row, 0, 1, MPI.INT, MASTER, TAG_ROW);
    while (row[0] != NO_MORE) {
      compute(row[0], result);
      MPI.COMM_WORLD.Send(result, 0, result.length, MPI.INT, MASTER, TAG_RESULT);
      rows++;
      microseconds += result[1];
      if (rows % ROWS_PER_REPORT == 0) {
        System.out.println("worker " + rank + ": row " + row[0] + " is its number " + rows);
      }
      MPI.COMM_WORLD.Recv(row, 0, 1, MPI.INT, MASTER, TAG_ROW);
    }
    report("worker " + rank, rows, microseconds);
  }

  private static void report(String who, int rows, long microseconds) {
    System.out.println(who + ": " + rows + " rows in " + microseconds + " us");
  }

  private void compute(int row, int[] result) {
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

  private void paint(BufferedImage image, int[] result) {
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
