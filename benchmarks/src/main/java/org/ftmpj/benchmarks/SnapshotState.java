package org.ftmpj.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import mpi.MPI;

/**
 * Holds a state of some size, and calls MPI now and then, so that checkpoints of it can be taken.
 * An ordinary MPJ program of one rank.
 *
 * <p>Arguments: {@code doubles MEBIBYTES} or {@code objects NUMBER}; for how many seconds.
 */
public final class SnapshotState {
  private static final int TAG = 1;

  /** Elements of a MiB of doubles. */
  private static final int ROW = 1 << 17;

  private static final int REST_MS = 2;

  private SnapshotState() {}

  private record Particle(Particle neighbour, int number, double weight) {}

  public static void main(String[] args) throws InterruptedException {
    String[] arguments = MPI.Init(args);
    int amount = Integer.parseInt(arguments[1]);
    Object state = arguments[0].equals("doubles") ? doubles(amount) : objects(amount);
    long endMs = System.currentTimeMillis() + 1000 * Long.parseLong(arguments[2]);
    while (System.currentTimeMillis() < endMs) {
      Thread.sleep(REST_MS);
      MPI.COMM_WORLD.Iprobe(0, TAG);
    }
    System.out.println("held " + state.getClass().getSimpleName());
    MPI.Finalize();
  }

  private static double[][] doubles(int mebibytes) {
    SplittableRandom random = new SplittableRandom(1);
    double[][] rows = new double[mebibytes][ROW];
    for (double[] row : rows) {
      for (int i = 0; i < row.length; i++) {
        row[i] = random.nextDouble();
      }
    }
    return rows;
  }

  private static List<Particle> objects(int number) {
    List<Particle> particles = new ArrayList<>();
    Particle last = null;
    for (int i = 0; i < number; i++) {
      last = new Particle(last, i, 1.0 / (i + 1));
      particles.add(last);
    }
    return particles;
  }
}
