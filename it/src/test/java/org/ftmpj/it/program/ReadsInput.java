package org.ftmpj.it.program;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import mpi.MPI;

/**
 * Rank 0 reads lines, says how much more is there, and gives them to all; other ranks find nothing
 * to read. At the line "die" the first incarnation of rank 0 kills itself.
 */
public final class ReadsInput {
  private ReadsInput() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    MPI.Init(args);
    int rank = MPI.COMM_WORLD.Rank();
    if (rank > 0) {
      System.out.println("read " + System.in.read());
    }
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    Object[] line = new Object[1];
    do {
      if (rank == 0) {
        line[0] = in.readLine();
        System.out.println("read " + line[0] + ", " + System.in.available() + " more");
        killAt(line[0]);
      }
      MPI.COMM_WORLD.Bcast(line, 0, 1, MPI.OBJECT, 0);
      System.out.println("got " + line[0]);
    } while (line[0] != null);
    MPI.Finalize();
  }

  /** What another process does to files is not recorded, so the next incarnation goes on. */
  private static void killAt(Object line) throws IOException, InterruptedException {
    if ("die".equals(line)) {
      String kill = "mkdir died && kill -9 " + ProcessHandle.current().pid();
      new ProcessBuilder("sh", "-c", kill).start().waitFor();
    }
  }
}
