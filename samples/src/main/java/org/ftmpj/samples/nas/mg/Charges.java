package org.ftmpj.samples.nas.mg;

import mpi.MPI;
import org.ftmpj.samples.nas.Random46;

/**
 * The right-hand side: 1 at the points that have the ten largest of as many random numbers as there
 * are points, -1 at those of the ten smallest, and 0 elsewhere (RNR-94-007, section 2.3).
 */
final class Charges {
  private static final long SEED = 314_159_265L;
  private static final int OF_EACH = 10;

  private final Grid grid;
  private final ProcessBox box;

  Charges(Grid grid, ProcessBox box) {
    this.grid = grid;
    this.box = box;
  }

  void place(int points) {
    Extremes smallest = new Extremes(OF_EACH);
    Extremes largest = new Extremes(OF_EACH);
    for (int k = 0; k < grid.n[2]; k++) {
      for (int j = 0; j < grid.n[1]; j++) {
        long row = (long) points * (first(2) + k) + first(1) + j;
        long number = row * points + first(0);
        Random46 random = new Random46(SEED).skip(number);
        for (int i = 0; i < grid.n[0]; i++) {
          double value = random.next();
          smallest.offer(value, number + i);
          largest.offer(-value, number + i);
        }
      }
    }
    put(points, smallest, -1);
    put(points, largest, 1);
    box.exchange(grid);
  }

  /** The number along an axis of this rank's first point, from 0. */
  private int first(int axis) {
    return box.coordinate(axis) * grid.n[axis];
  }

  private void put(int points, Extremes own, double charge) {
    int ranks = MPI.COMM_WORLD.Size();
    double[] mine = own.toArray();
    double[] all = new double[ranks * mine.length];
    MPI.COMM_WORLD.Allgather(mine, 0, mine.length, MPI.DOUBLE, all, 0, mine.length, MPI.DOUBLE);
    Extremes extremes = new Extremes(OF_EACH);
    for (int i = 0; i < all.length; i += 2) {
      extremes.offer(all[i], (long) all[i + 1]);
    }
    for (long number : extremes.numbers()) {
      int i = (int) (number % points) - first(0);
      int j = (int) (number / points % points) - first(1);
      int k = (int) (number / points / points) - first(2);
      if (has(0, i) && has(1, j) && has(2, k)) {
        grid.values[grid.at(i + 1, j + 1, k + 1)] = charge;
      }
    }
  }

  private boolean has(int axis, int number) {
    return number >= 0 && number < grid.n[axis];
  }
}
