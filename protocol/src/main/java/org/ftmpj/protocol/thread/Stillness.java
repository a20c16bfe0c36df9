package org.ftmpj.protocol.thread;

import java.util.Collection;
import java.util.concurrent.TimeUnit;

/**
 * Finds out, at the end of a verified record, whether a thread other than the asking one has been
 * active recently. Guarded by the lock of {@link Threads}.
 */
final class Stillness {
  /** The time for which all have to stand still before one of them gives up. */
  private static final long STILL_NS = TimeUnit.SECONDS.toNanos(3);

  private final Turns turns;
  private long passed;
  private boolean hasLooked;
  private long lookedNs;
  private long movedNs;

  Stillness(Turns turns) {
    this.turns = turns;
  }

  boolean othersMayGoOn(Collection<LogicalThread> born, LogicalThread own, long nowNs) {
    boolean looking = hasLooked && nowNs - lookedNs < STILL_NS / 2;
    if (!looking
        || turns.passed() != passed
        || born.stream().anyMatch(thread -> thread != own && thread.moves())) {
      movedNs = nowNs;
    }
    passed = turns.passed();
    hasLooked = true;
    lookedNs = nowNs;
    return nowNs - movedNs < STILL_NS;
  }
}
