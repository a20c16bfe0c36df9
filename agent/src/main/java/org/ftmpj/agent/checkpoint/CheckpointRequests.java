package org.ftmpj.agent.checkpoint;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.ftmpj.agent.Place;
import org.ftmpj.common.life.OwnThreads;

/**
 * Asks for checkpoints by the clock, in a thread of its own. After a moment that could not be
 * captured it waits longer. Any thread.
 */
final class CheckpointRequests {
  /** In intervals. */
  private static final int LONGEST_WAIT = 64;

  private final Place place;
  private final Duration every;

  private int refusals;
  private long notBeforeNs = System.nanoTime();

  CheckpointRequests(Place place, Duration every) {
    this.place = place;
    this.every = every;
  }

  void start() {
    OwnThreads.all().start("ftmpj checkpoints", this::requestRegularly);
  }

  /** The ranks of a job one after the other, so that not all of them write at the same time. */
  private void requestRegularly() {
    pause(every.multipliedBy(place.rank() + 1).dividedBy(place.size()));
    while (true) {
      org.ftmpj.checkpoint.bridge.Checkpoints.request();
      pause(every);
    }
  }

  /** A program may interrupt every thread that it finds. */
  private static void pause(Duration length) {
    long startNs = System.nanoTime();
    long ns = length.toNanos();
    for (long leftNs = ns; leftNs > 0; leftNs = ns - (System.nanoTime() - startNs)) {
      LockSupport.parkNanos(leftNs);
      Thread.interrupted();
    }
  }

  /** Whether a request is to be followed now, and not after a while. */
  synchronized boolean areInTime() {
    return System.nanoTime() - notBeforeNs >= 0;
  }

  /** There is no checkpoint of this moment; the next attempt is made after a while. */
  synchronized void refused() {
    refusals = Math.min(2 * refusals + 1, LONGEST_WAIT - 1);
    notBeforeNs = System.nanoTime() + every.toNanos() * refusals;
  }

  /** There is one. */
  synchronized void fulfilled() {
    refusals = 0;
  }
}
