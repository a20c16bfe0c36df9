package org.ftmpj.it.program;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import mpi.MPI;

/** Rank 1 sends a number and ends; rank 0 says each line that it reads with that number. */
public final class ReadsAlone {
  private static final int NUMBER = 42;

  private ReadsAlone() {}

  public static void main(String[] args) throws IOException {
    MPI.Init(args);
    if (MPI.COMM_WORLD.Rank() > 0) {
      MPI.COMM_WORLD.Send(new int[] {NUMBER}, 0, 1, MPI.INT, 0, 0);
      System.out.println("sent");
      return;
    }
    int[] number = new int[1];
    MPI.COMM_WORLD.Recv(number, 0, 1, MPI.INT, MPI.ANY_SOURCE, 0);
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      System.out.println(number[0] + " " + line);
    }
  }
}
