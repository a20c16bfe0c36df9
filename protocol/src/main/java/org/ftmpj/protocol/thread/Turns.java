package org.ftmpj.protocol.thread;

import java.util.ArrayDeque;
import java.util.List;
import org.ftmpj.protocol.event.Determinant;

/**
 * The recorded order of threads' events that are not repeated yet. Changed by one thread at a time.
 */
public final class Turns {
  private final ArrayDeque<Determinant.Turn> turns = new ArrayDeque<>();
  private long taken;
  private volatile boolean over = true;
  private long passed;

  /**
   * The state of the turns.
   *
   * @param turns those not repeated to their end
   * @param taken the number of repeated events of the first one
   * @param passed the number of all repeated events
   */
  public record Snapshot(List<Determinant.Turn> turns, long taken, long passed) {}

  public Snapshot snapshot() {
    return new Snapshot(List.copyOf(turns), taken, passed);
  }

  /** Restores the state in a new object. */
  public void restore(Snapshot from) {
    from.turns().forEach(this::add);
    taken = from.taken();
    passed = from.passed();
  }

  /** Adds the next turn. */
  public void add(Determinant.Turn turn) {
    turns.add(turn);
    over = false;
  }

  /** Whether all recorded events were repeated. Any thread. */
  public boolean areOver() {
    return over;
  }

  /** The number of the thread that makes the next event. */
  int due() {
    return turns.element().thread();
  }

  /**
   * Takes the event of the thread that is due.
   *
   * @return whether it was the last one of its turn
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

  /** The number of events that were repeated. */
  long passed() {
    return passed;
  }
}
