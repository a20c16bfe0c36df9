package org.ftmpj.agent.checkpoint;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.ftmpj.common.life.OwnThreads;
import org.ftmpj.protocol.report.RankCounters;

/**
 * Makes rewritten code check whether a checkpoint is to be taken, when one may be due: by the
 * clock, by counts, or at the user's request. Any thread, unless stated otherwise.
 */
final class CheckpointTriggers {
  private final CheckpointPolicy policy;
  private final long lookNs;
  private final BooleanSupplier asked;
  private final Supplier<RankCounters> counters;
  private final SilentMain main;
  private final Throttle held;
  private volatile Thread thread;

  /**
   * @param notice the longest delay until a request is noticed
   * @param asked whether the user waits for one
   * @param counters asked by the thread that runs main
   * @param main told of its calls
   * @param held delays main at its calls
   */
  CheckpointTriggers(
      CheckpointPolicy policy,
      Duration notice,
      BooleanSupplier asked,
      Supplier<RankCounters> counters,
      SilentMain main,
      Throttle held) {
    this.policy = policy;
    this.lookNs = notice.toNanos();
    this.asked = asked;
    this.counters = counters;
    this.main = main;
    this.held = held;
  }

  /**
   * @param silent told the reason if main makes no call
   */
  void start(Consumer<String> silent) {
    thread = OwnThreads.all().start("ftmpj checkpoints", () -> look(silent));
  }

  private void look(Consumer<String> silent) {
    while (true) {
      long nowNs = System.nanoTime();
      long leftNs = policy.leftNs(nowNs);
      main.look(nowNs, policy.patienceNs(nowNs), -leftNs).ifPresent(silent);
      if (leftNs <= 0 || policy.counts() || asked.getAsBoolean() || held.isAsked()) {
        org.ftmpj.checkpoint.bridge.Checkpoints.request();
      }
      LockSupport.parkNanos(leftNs > 0 ? Math.min(leftNs, lookNs) : lookNs);
      // A program may interrupt every thread that it finds.
      Thread.interrupted();
    }
  }

  /** Whether a checkpoint is to be taken now. The thread that runs main. */
  boolean areDue() {
    RankCounters now = counters.get();
    return asked.getAsBoolean() || policy.isDue(System.nanoTime(), now.messages(), logged(now));
  }

  /** No checkpoint is to be taken now. The thread that runs main. */
  void hold() {
    if (held.pass(logged(counters.get()))) {
      org.ftmpj.checkpoint.bridge.Checkpoints.withdraw(); // who wants one asks again
    }
  }

  private static long logged(RankCounters now) {
    return now.messageBytes() + now.determinantBytes();
  }

  /** An attempt is made. The thread that runs main. */
  void attempted() {
    RankCounters now = counters.get();
    policy.attempted(System.nanoTime(), now.messages(), logged(now));
  }

  /** There is no checkpoint of this moment. */
  void refused() {
    policy.refused(System.nanoTime());
    lookAgain();
  }

  /** Records a checkpoint, and how long the program stood still for it. */
  void taken(long pauseNs) {
    policy.taken(pauseNs);
    lookAgain();
  }

  private void lookAgain() {
    LockSupport.unpark(thread);
  }
}
