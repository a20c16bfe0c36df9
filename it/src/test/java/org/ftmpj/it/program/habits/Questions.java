package org.ftmpj.it.program.habits;

import java.util.Scanner;
import mpi.MPI;

/** Reads numbers from its standard input by a Scanner, rank 0 for all. */
public final class Questions {
  private Questions() {}

  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    int rank = MPI.COMM_WORLD.Rank();
    Scanner scanner = rank == 0 ? new Scanner(System.in) : null;
    long sum = 0;
    int[] number = new int[1];
    do {
      if (scanner != null) {
        number[0] = scanner.hasNextInt() ? scanner.nextInt() : -1;
      }
      MPI.COMM_WORLD.Bcast(number, 0, 1, MPI.INT, 0);
      sum = sum * 7 + number[0] + rank;
      System.out.println(number[0] + ": " + sum);
    } while (number[0] >= 0);
    MPI.Finalize();
  }
}
