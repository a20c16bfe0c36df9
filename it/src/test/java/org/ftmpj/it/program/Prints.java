package org.ftmpj.it.program;

import mpi.MPI;

/** Prints pieces of lines, in many ways, to both streams. */
public final class Prints {
  private Prints() {}

  public static void main(String[] args) {
    System.out.print("before Init ");
    MPI.Init(args);
    Steps.runWithoutFinalize(Prints::step);
    MPI.Finalize();
    System.out.print("after Finalize");
    System.out.printf(" without an end%s", "");
  }

  private static Object step(int step, int rank, int size) {
    System.out.print("a");
    System.out.print('b');
    System.out.print(step);
    System.out.write('c');
    System.out.flush();
    MPI.COMM_WORLD.Barrier();
    System.out.printf("%d-%s ", rank, "grüße");
    System.out.println();
    System.err.println("error " + step);
    System.out.append("x").append("y\n");
    System.err.write("raw\n".getBytes(java.nio.charset.StandardCharsets.UTF_8), 0, 4);
    MPI.COMM_WORLD.Barrier();
    System.out.print("many\nlines\nin one ");
    return "";
  }
}
