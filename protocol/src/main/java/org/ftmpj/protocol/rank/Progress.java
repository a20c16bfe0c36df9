package org.ftmpj.protocol.rank;

import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.Interconnect;
import org.ftmpj.protocol.thread.Threads;

/**
 * Moves arrivals from the channel logs to where they belong, within the calls of the program. One
 * thread.
 */
final class Progress {
  private final Interconnect interconnect;
  private final Matching matching;
  private final MatchedMarks marks;
  private final RankStates states;
  private final Threads threads;
  private final LongWaits waits;
  private final Runnable atTheDoorbell;
  private final Runnable ring;
  private final boolean verifying;
  private long inReplay;

  /**
   * @param verifying whether everything that ever will has arrived already
   */
  Progress(
      Interconnect interconnect,
      Matching matching,
      MatchedMarks marks,
      RankStates states,
      Threads threads,
      LongWaits waits,
      boolean verifying) {
    this.threads = threads;
    this.waits = waits;
    this.verifying = verifying;
    this.atTheDoorbell = interconnect::awaitArrivals;
    this.ring = interconnect::wake;
    this.interconnect = interconnect;
    this.matching = matching;
    this.marks = marks;
    this.states = states;
  }

  /**
   * Takes in all that has arrived.
   *
   * @return whether anything had
   */
  boolean poll() {
    boolean any = false;
    for (int source = interconnect.ready(0); source >= 0; source = interconnect.ready(source + 1)) {
      for (Arrival a = interconnect.poll(source); a != null; a = interconnect.poll(source)) {
        any = true;
        take(a);
      }
    }
    if (any) {
      threads.order().arrived();
    }
    return any;
  }

  /**
   * Takes in what has arrived, unless that operation is complete already. Does not wait.
   *
   * @return whether it is complete now
   */
  boolean attempt(Operation operation, long clock) {
    if (operation.isComplete()) {
      return true;
    }
    // The program may have repeated its last output since; whoever is to complete this one may wait
    // for the match of a wildcard that was held until now.
    states.advance();
    poll();
    if (operation.isComplete()) {
      return true;
    }
    if (isHeld(operation)) {
      states.barsNewOutcome(clock, "a " + operation);
    }
    return operation.isComplete();
  }

  /** Waits for what may complete the operation, which an attempt did not. */
  void await(Operation operation, long clock) {
    if (isHeld(operation)) {
      states.requireNewOutcome(clock, "a " + operation);
    } else {
      await(operation);
    }
  }

  /** Waits until something may have arrived; to be called when an attempt found too little. */
  void await(Awaited awaited) {
    if (waits.areAsked()) {
      waits.answer(awaited);
    }
    await();
  }

  /** The same, for a probe that has begun at that clock. */
  void awaitProbed(long clock, int source, int tag) {
    if (waits.areAsked()) {
      waits.answer(new Probed(clock, source, tag));
    }
    await();
  }

  private record Probed(long clock, int source, int tag) implements Awaited {
    @Override
    public String peers(boolean tags) {
      return Awaited.from(source, tag, tags);
    }
  }

  /**
   * Marks that are owed go out before: a sender may wait for them, and this rank for that sender.
   */
  private void await() {
    if (marks.areOwed()) {
      marks.publish();
    } else if (verifying && threads.areActive()) {
      if (!threads.waits().awaitAnother()) {
        interconnect.awaitArrivals();
      }
    } else {
      threads.waits().awaitArrivals(atTheDoorbell, ring);
    }
  }

  /** Messages taken in before the rank was live. */
  long matchedInReplay() {
    return inReplay;
  }

  private void take(Arrival arrival) {
    if (arrival instanceof Arrival.Message message) {
      if (!states.isRecording()) {
        inReplay++;
      }
      matching.arrive(message);
    } else if (arrival instanceof Arrival.MatchedMark mark) {
      marks.arrive(mark);
    }
  }

  /** What waits for a held wildcard before the rank is live waits for an outcome that was lost. */
  private boolean isHeld(Operation operation) {
    return !states.isRecording()
        && operation instanceof Receive receive
        && matching.waitsForHeld(receive);
  }

  /** So many polls of the program in a row have found nothing. */
  void rest(long failedPolls) {
    if (threads.areActive()) {
      threads.waits().unlocked(() -> interconnect.rest(failedPolls));
    } else {
      interconnect.rest(failedPolls);
    }
  }
}
