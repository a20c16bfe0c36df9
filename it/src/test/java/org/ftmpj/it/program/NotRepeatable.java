package org.ftmpj.it.program;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.RandomAccessFile;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel.MapMode;
import mpi.MPI;

/**
 * Does what a restarted rank cannot do as before, then waits for a message that never comes. Each
 * rank prints "ready" first.
 *
 * <p>Arguments: {@code differs}, a child process that prints its number; {@code lost} and a
 * command, a child process that has this command; {@code mapped}, a file that all ranks map at the
 * same place.
 */
public final class NotRepeatable {
  private static final int SIZE = 4096;

  private NotRepeatable() {}

  public static void main(String[] arguments) throws Exception {
    String[] own = MPI.Init(arguments);
    switch (own[0]) {
      case "differs" -> readLineOf("sh", "-c", "echo $$; cat");
      case "lost" -> readLineOf(own[1]);
      default -> map();
    }
    MPI.COMM_WORLD.Barrier();
    System.out.println("ready");
    MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, MPI.ANY_SOURCE, 0);
    MPI.Finalize();
  }

  private static void readLineOf(String... command) throws Exception {
    Process child = new ProcessBuilder(command).start();
    new BufferedReader(new InputStreamReader(child.getInputStream())).readLine();
  }

  private static void map() throws Exception {
    try (RandomAccessFile file = new RandomAccessFile("shared.bin", "rw")) {
      MappedByteBuffer shared = file.getChannel().map(MapMode.READ_WRITE, 0, SIZE);
      shared.putInt(Integer.BYTES * MPI.COMM_WORLD.Rank(), 1);
    }
  }
}
