package org.ftmpj.it.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import mpi.MPI;

/**
 * Every rank sends its neighbour something that a re-execution does not find again, each for a
 * reason of its own: the order of a hash table by identity, a race between threads, a file that
 * changes, a random number. Expected by the verifier's tests at the lines that say so.
 */
public final class Planted {
  private static final int OBJECTS = 64;
  private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;
  private static final int TAG = 5;

  private static int shared;

  private Planted() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    String[] arguments = MPI.Init(args);
    int rank = MPI.COMM_WORLD.Rank();
    System.out.println("begins");
    switch (rank) {
      case 0 -> hash();
      case 1 -> race();
      case 2 -> file(Path.of(arguments[0]));
      default -> random();
    }
    int before = (rank + MPI.COMM_WORLD.Size() - 1) % MPI.COMM_WORLD.Size();
    if (before == 1) {
      MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, before, TAG);
    } else {
      MPI.COMM_WORLD.Recv(new byte[8 * OBJECTS], 0, 8 * OBJECTS, MPI.BYTE, before, TAG);
    }
    System.out.println("ends");
    MPI.Finalize();
  }

  private static void hash() {
    // A virtual machine draws about the same hash codes each time: this is somewhere else among
    // its first million of them. Among the first thousand it was once the same place.
    int skipped = (int) (ProcessHandle.current().pid() * GOLDEN_RATIO >>> 44);
    for (int i = 0; i < skipped; i++) {
      System.identityHashCode(new Object());
    }
    Map<Object, Integer> numbers = new HashMap<>();
    for (int i = 0; i < OBJECTS; i++) {
      numbers.put(new Object(), i);
    }
    byte[] order = new byte[OBJECTS];
    int at = 0;
    for (int number : numbers.values()) {
      order[at++] = (byte) number;
    }
    MPI.COMM_WORLD.Send(order, 0, OBJECTS, MPI.BYTE, next(), TAG); // here: hash
  }

  private static void race() throws InterruptedException {
    Thread other = new Thread(() -> count(), "other");
    other.setDaemon(true);
    other.start();
    Thread.sleep(50);
    int[] seen = {shared};
    MPI.COMM_WORLD.Send(seen, 0, 1, MPI.INT, next(), TAG); // here: race
  }

  private static void count() {
    while (true) {
      shared++;
      Thread.onSpinWait();
    }
  }

  private static void file(Path path) throws IOException {
    byte[] content = Files.readAllBytes(path);
    MPI.COMM_WORLD.Send(content, 0, content.length, MPI.BYTE, next(), TAG); // here: file
  }

  private static void random() {
    byte[] bytes = new byte[16];
    new Random().nextBytes(bytes);
    MPI.COMM_WORLD.Send(bytes, 0, bytes.length, MPI.BYTE, next(), TAG); // here: random
  }

  private static int next() {
    return (MPI.COMM_WORLD.Rank() + 1) % MPI.COMM_WORLD.Size();
  }
}
