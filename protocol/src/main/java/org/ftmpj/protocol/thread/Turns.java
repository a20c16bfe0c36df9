package org.ftmpj.protocol.thread;

import java.util.ArrayDeque;
import java.util.List;
import org.ftmpj.protocol.event.Determinant;

/**
 * The recorded order of threads' events, as far as it is not repeated yet. Changed by one thread at
 * a time.
 */
public final class Turns {
  private final ArrayDeque<Determinant.Turn> turns = new ArrayDeque<>();
  private long taken;
  private volatile boolean over = true;
  private long passed;

  /**
   * What they go on from.
   *
   * @param turns not repeated to their end
   * @param taken how many events of the first one were repeated
   * @param passed how many of all were
   */
  public record Snapshot(List<Determinant.Turn> turns, long taken, long passed) {}

  public Snapshot snapshot() {
    return new Snapshot(List.copyOf(turns), taken, passed);
  }

  /** Go on from there; of new ones. */
  public void restore(Snapshot from) {
    from.turns().forEach(this::add);
    taken = from.taken();
    passed = from.passed();
  }

  /** Adds what follows. */
  public void add(Determinant.Turn turn) {
    turns.add(turn);
    over = false;
  }

  /** Whether every recorded event was repeated. Any thread. */
  public boolean areOver() {
    return over;
  }

  /** The number of the thread that makes the next event. */
  int due() {
    return turns.element().thread();
  }

  /**
   * The thread that is due makes its event.
   *
   * @return whether that was the last one of its turn
   */
  boolean take() {
    passed++;
    taken++;
    if (taken < turns.element().count()) {
      return false;
    }
    turns.remove();
    over = turns.isEmpty();
    taken = 0;
    return true;
  }

  /** How many events were repeated. */
  long passed() {
    return passed;
  }
}
