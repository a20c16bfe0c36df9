package org.ftmpj.it.program;

import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import mpi.MPI;

/**
 * In each step two threads need a class for the first time, both at once. Its static initializer
 * counts and asks a clock, and what it has got is sent to the other rank.
 */
public final class Initializers {
  public static final int STEPS = 10;

  private static final int PAUSE_MS = 100;
  private static final AtomicInteger COUNT = new AtomicInteger();
  private static final CyclicBarrier MEETING = new CyclicBarrier(2);
  private static final List<Supplier<Seen>> ALL =
      List.of(
          () -> First.SEEN,
          () -> Second.SEEN,
          () -> Third.SEEN,
          () -> Fourth.SEEN,
          () -> Fifth.SEEN,
          () -> Sixth.SEEN,
          () -> Seventh.SEEN,
          () -> Eighth.SEEN,
          () -> Ninth.SEEN,
          () -> Tenth.SEEN);

  private Initializers() {}

  private static final class Seen {
    final int number = COUNT.incrementAndGet();
    final long timeNs = System.nanoTime();
  }

  private static final class First {
    static final Seen SEEN = new Seen();
  }

  private static final class Second {
    static final Seen SEEN = new Seen();
  }

  private static final class Third {
    static final Seen SEEN = new Seen();
  }

  private static final class Fourth {
    static final Seen SEEN = new Seen();
  }

  private static final class Fifth {
    static final Seen SEEN = new Seen();
  }

  private static final class Sixth {
    static final Seen SEEN = new Seen();
  }

  private static final class Seventh {
    static final Seen SEEN = new Seen();
  }

  private static final class Eighth {
    static final Seen SEEN = new Seen();
  }

  private static final class Ninth {
    static final Seen SEEN = new Seen();
  }

  private static final class Tenth {
    static final Seen SEEN = new Seen();
  }

  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    Thread other = new Thread(Initializers::needAll);
    other.start();
    int rank = MPI.COMM_WORLD.Rank();
    for (int step = 0; step < STEPS; step++) {
      Seen seen = need(step);
      long[] mine = {seen.number, seen.timeNs, rank};
      long[] got = new long[mine.length];
      MPI.COMM_WORLD.Sendrecv(
          mine, 0, mine.length, MPI.LONG, 1 - rank, 1, got, 0, got.length, MPI.LONG, 1 - rank, 1);
      System.out.println("step " + step + ": " + seen.timeNs + ", " + got[0] + ", " + got[1]);
      Thread.sleep(PAUSE_MS);
    }
    other.join();
    MPI.Finalize();
  }

  private static void needAll() {
    for (int step = 0; step < STEPS; step++) {
      need(step);
    }
  }

  private static Seen need(int step) {
    try {
      MEETING.await();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    return ALL.get(step).get();
  }
}
