package org.ftmpj.samples.mandelbrot;

import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.util.Locale;
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

  /** A worker reports each time it has computed this many rows. */
  private static final int ROWS_PER_REPORT = 25;

  private final Rows picture;

  private Mandelbrot(Rows picture) {
    this.picture = picture;
  }

  public static void main(String[] args) throws IOException {
    String[] arguments = MPI.Init(args);
    int rank = MPI.COMM_WORLD.Rank();
    int exitCode = 0;
    try {
      Mandelbrot farm =
          new Mandelbrot(
              new Rows(
                  Arguments.positive(arguments, 0, 1200),
                  Arguments.positive(arguments, 1, 900),
                  Arguments.positive(arguments, 2, 3000)));
      String file = arguments.length > 3 ? arguments[3] : "mandelbrot.png";
      if (rank == MASTER) {
        farm.farm(MPI.COMM_WORLD.Size() - 1, new File(file));
      } else {
        farm.work(rank);
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
    int height = picture.height();
    BufferedImage image = picture.newImage();
    int[] rowsOf = new int[workers + 1];
    long[] microsecondsOf = new long[workers + 1];
    int next = 0;
    for (int worker = 1; worker <= workers; worker++) {
      send(worker, next < height ? next++ : NO_MORE);
    }
    int[] result = picture.newResult();
    for (int done = 0; done < height; done++) {
      if (workers == 0) {
        picture.compute(done, result);
      } else {
        Status status =
            MPI.COMM_WORLD.Recv(result, 0, result.length, MPI.INT, MPI.ANY_SOURCE, TAG_RESULT);
        send(status.source, next < height ? next++ : NO_MORE);
        rowsOf[status.source]++;
        microsecondsOf[status.source] += Rows.microseconds(result);
      }
      picture.paint(image, result);
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
    System.out.println(picture.summary(image));
  }

  private static void send(int worker, int row) {
    MPI.COMM_WORLD.Send(new int[] {row}, 0, 1, MPI.INT, worker, TAG_ROW);
  }

  /** All other ranks: compute rows until there are no more. */
  private void work(int rank) {
    int[] row = new int[1];
    int[] result = picture.newResult();
    int rows = 0;
    long microseconds = 0;
    MPI.COMM_WORLD.Recv(row, 0, 1, MPI.INT, MASTER, TAG_ROW);
    while (row[0] != NO_MORE) {
      picture.compute(row[0], result);
      MPI.COMM_WORLD.Send(result, 0, result.length, MPI.INT, MASTER, TAG_RESULT);
      rows++;
      microseconds += Rows.microseconds(result);
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
}
