package org.ftmpj.it.program;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import mpi.MPI;

/**
 * Makes objects of the JDK at the start, and keys of a hash table of them later: their order is
 * sent. Holds a mapped file, which no checkpoint can contain.
 */
public final class KeysLater {
  public static final int STEPS = 100;

  private static final int KEYS = 60;
  private static final long STEP_MS = 20;

  private KeysLater() {}

  public static void main(String[] args) throws InterruptedException, IOException {
    MPI.Init(args);
    MappedByteBuffer mapped = map();
    int other = 1 - MPI.COMM_WORLD.Rank();
    Object[] keys = new Object[KEYS];
    for (int i = 0; i < KEYS; i++) {
      keys[i] = i % 3 == 0 ? new Object() : i % 3 == 1 ? new int[i] : new ArrayDeque<>();
    }
    int[] order = {mapped.capacity()};
    int[] got = new int[1];
    for (int step = 0; step < STEPS; step++) {
      if (step == STEPS / 2) {
        order[0] = order(keys);
      }
      MPI.COMM_WORLD.Sendrecv(order, 0, 1, MPI.INT, other, 1, got, 0, 1, MPI.INT, other, 1);
      System.out.println("step " + step + ": " + got[0]);
      Thread.sleep(STEP_MS);
    }
    if (mapped.getLong(0) != STEPS) {
      throw new IllegalStateException("The file has changed");
    }
    MPI.Finalize();
  }

  private static MappedByteBuffer map() throws IOException {
    Path file = Files.createTempFile("keys-later", ".bin");
    Files.write(file, new byte[] {0, 0, 0, 0, 0, 0, 0, STEPS});
    try (FileChannel channel = FileChannel.open(file)) {
      MappedByteBuffer mapped = channel.map(MapMode.READ_ONLY, 0, Long.BYTES);
      Files.delete(file);
      return mapped;
    }
  }

  private static int order(Object[] keys) {
    Map<Object, Integer> numbers = new HashMap<>();
    for (Object key : keys) {
      numbers.put(key, numbers.size());
    }
    int order = 1;
    for (int number : numbers.values()) {
      order = order * 31 + number;
    }
    return order;
  }
}
