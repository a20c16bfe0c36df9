package org.ftmpj.it.program.habits;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.ResourceBundle;
import java.util.concurrent.CompletableFuture;
import mpi.MPI;

/**
 * Speaks by resource bundles, draws from a secure source, and keeps futures that complete later.
 */
public final class Localized {
  private static final ResourceBundle TEXTS = texts(Locale.ROOT);

  private final ResourceBundle own = texts(Locale.GERMAN);
  private final SecureRandom random = new SecureRandom();
  private final List<CompletableFuture<Integer>> pending = new ArrayList<>();
  private int completed;

  private Localized() {}

  private static ResourceBundle texts(Locale locale) {
    return ResourceBundle.getBundle(Localized.class.getPackageName() + ".Texts", locale);
  }

  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    new Localized().run();
    MPI.Finalize();
  }

  private void run() {
    int rank = MPI.COMM_WORLD.Rank();
    int size = MPI.COMM_WORLD.Size();
    int[] drawn = new int[1];
    for (int round = 0; round < 60; round++) {
      CompletableFuture<Integer> first = new CompletableFuture<>();
      pending.add(first);
      drawn[0] = random.nextInt(100);
      MPI.COMM_WORLD.Sendrecv_replace(
          drawn, 0, 1, MPI.INT, (rank + 1) % size, 0, (rank + size - 1) % size, 0);
      if (round % 4 == 3) {
        int done = round;
        pending.forEach(future -> future.complete(done));
        pending.forEach(future -> future.thenApply(n -> n * n).thenAccept(n -> completed += n));
        pending.clear();
      }
      int got = drawn[0] < 100 ? 1 : 0;
      System.out.println(TEXTS.getString("round") + round + own.getString("got") + got + completed);
    }
  }
}
