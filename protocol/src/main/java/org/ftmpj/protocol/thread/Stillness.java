package org.ftmpj.protocol.thread;

import java.util.Collection;
import java.util.concurrent.TimeUnit;

/**
 * Whether, at the end of a record that is verified, another thread than the one that asks has done
 * something not long ago. Guarded by the lock of {@link Threads}.
 */
final class Stillness {
  /** How long all have to stand still before one of them gives up. */
  private static final long STILL_NS = TimeUnit.SECONDS.toNanos(3);

  private final Turns turns;
  private long passed;
  private long lookedNs = System.nanoTime() - STILL_NS;
  private long movedNs;

  Stillness(Turns turns) {
    this.turns = turns;
  }

  boolean othersMayGoOn(Collection<LogicalThread> born, LogicalThread own, long nowNs) {
    boolean looking = nowNs - lookedNs < STILL_NS / 2;
    if (!looking
        || turns.passed() != passed
        || born.stream().anyMatch(thread -> thread != own && thread.moves())) {
      movedNs = nowNs;
    }
    passed = turns.passed();
    lookedNs = nowNs;
    return nowNs - movedNs < STILL_NS;
  }
}
