package org.ftmpj.samples.aware;

import java.awt.image.BufferedImage;
import java.io.Serializable;
import mpi.MPI;
import mpi.Status;
import org.ftmpj.api.MpiFt;
import org.ftmpj.samples.Arguments;
import org.ftmpj.samples.mandelbrot.Rows;

/**
 * The Mandelbrot set as a task farm, with the calls of MPI/FT: rank 0 stores the rows that it has,
 * and the workers how many they have computed. Rows that are under way are messages, which no rank
 * has to store.
 */
public final class CheckpointedMandelbrot {
  private static final int MASTER = 0;
  private static final int TAG_ROW = 1;
  private static final int TAG_RESULT = 2;

  /** In place of a row number: there is no more work. */
  private static final int NO_MORE = -1;

  private final Rows picture;
  private final int storeEvery;

  private CheckpointedMandelbrot(Rows picture, int storeEvery) {
    this.picture = picture;
    this.storeEvery = storeEvery;
  }

  /** Arguments: [width [height [maxIterations [rows between checkpoints]]]]. */
  public static void main(String[] args) {
    String[] arguments = MPI.Init(args);
    CheckpointedMandelbrot farm =
        new CheckpointedMandelbrot(
            new Rows(
                Arguments.positive(arguments, 0, 1200),
                Arguments.positive(arguments, 1, 900),
                Arguments.positive(arguments, 2, 3000)),
            Arguments.positive(arguments, 3, 20));
    if (MPI.COMM_WORLD.Rank() == MASTER) {
      farm.master(MPI.COMM_WORLD.Size() - 1);
    } else {
      farm.work();
    }
    MPI.Finalize();
  }

  /** What rank 0 stores. */
  private static final class Progress implements Serializable {
    private static final long serialVersionUID = 1L;

    private final int[][] results;
    private int next;
    private int done;

    Progress(int rows) {
      results = new int[rows][];
    }
  }

  private void master(int workers) {
    Progress progress = MpiFt.ChkptRecover();
    if (progress == null) {
      progress = new Progress(picture.height());
      for (int worker = 1; worker <= workers; worker++) {
        send(worker, progress);
      }
    }
    while (progress.done < picture.height()) {
      int[] result = picture.newResult();
      Status status =
          MPI.COMM_WORLD.Recv(result, 0, result.length, MPI.INT, MPI.ANY_SOURCE, TAG_RESULT);
      send(status.source, progress);
      progress.results[progress.done++] = result;
      if (progress.done % storeEvery == 0) {
        MpiFt.ChkptDo(progress);
      }
    }
    BufferedImage image = picture.newImage();
    for (int[] result : progress.results) {
      picture.paint(image, result);
    }
    System.out.println(picture.summary(image));
  }

  private void send(int worker, Progress progress) {
    int row = progress.next < picture.height() ? progress.next++ : NO_MORE;
    MPI.COMM_WORLD.Send(new int[] {row}, 0, 1, MPI.INT, worker, TAG_ROW);
  }

  private void work() {
    Integer stored = MpiFt.ChkptRecover();
    int rows = stored == null ? 0 : stored; // nothing else: a worker has no memory
    int[] row = new int[1];
    int[] result = picture.newResult();
    MPI.COMM_WORLD.Recv(row, 0, 1, MPI.INT, MASTER, TAG_ROW);
    while (row[0] != NO_MORE) {
      picture.compute(row[0], result);
      MPI.COMM_WORLD.Send(result, 0, result.length, MPI.INT, MASTER, TAG_RESULT);
      rows++;
      if (rows % storeEvery == 0) {
        MpiFt.ChkptDo(rows);
      }
      MPI.COMM_WORLD.Recv(row, 0, 1, MPI.INT, MASTER, TAG_ROW);
    }
  }
}
