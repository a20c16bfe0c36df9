package org.ftmpj.it.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import mpi.MPI;

/**
 * Rank 1 starts a process and prints lines whose text and length depend on its incarnation, and
 * kills itself in the middle of one, when its beginning has been seen. Rank 0 prints a line in two
 * parts, the second when the first has been seen.
 */
public final class OtherLines {
  private OtherLines() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    MPI.Init(args);
    if (MPI.COMM_WORLD.Rank() == 1) {
      boolean first = System.getenv("FT_INCARNATION").equals("1");
      System.out.println(first ? "short" : "longer by far");
      System.out.println("equal 1");
      System.err.println(first ? "longer by far" : "short");
      System.err.println("equal 2");
      System.out.println("equal 3");
      System.out.print(first ? "died in result01.t" : "died in result.txt");
      if (first) {
        new ProcessBuilder("sleep", "1000").start();
        awaitFile("part-of-1-is-seen");
        new ProcessBuilder("kill", "-9", "" + ProcessHandle.current().pid()).start().waitFor();
      }
      System.out.println(", and on");
      System.err.println("equal 4");
    } else {
      System.out.print("part one ");
      awaitFile("part-of-0-is-seen");
    }
    MPI.COMM_WORLD.Barrier();
    System.out.println("the end");
    MPI.Finalize();
  }

  private static void awaitFile(String name) throws InterruptedException {
    while (!Files.exists(Path.of(name))) {
      Thread.sleep(5);
    }
  }
}
