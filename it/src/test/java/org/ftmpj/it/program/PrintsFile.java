package org.ftmpj.it.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import mpi.MPI;

/**
 * Prints a number that it reads from a file, and so many lines; rank 1 sends the number, too. The
 * last line has no end. Expected by the verifier's tests at the lines that say so.
 */
public final class PrintsFile {
  private static final int TAG = 5;

  private PrintsFile() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    int number = Integer.parseInt(Files.readString(Path.of(MPI.Init(args)[0])));
    System.out.println("always");
    System.out.println("number " + number); // here: number
    Thread thread = new Thread(() -> System.err.println("thread " + number));
    thread.start();
    thread.join();
    for (int i = 0; i < number; i++) {
      System.out.println("line " + i);
    }
    int[] content = {MPI.COMM_WORLD.Rank() == 0 ? 0 : number};
    int other = 1 - MPI.COMM_WORLD.Rank();
    MPI.COMM_WORLD.Send(content, 0, 1, MPI.INT, other, TAG); // here: sent
    MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, other, TAG);
    System.out.print("end");
    MPI.Finalize();
    System.out.print("s " + number);
  }
}
