package org.ftmpj.common.life;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * The thread by which a process of FTMPJ gives signs of life, and checks that its other threads
 * exist and make progress: the self-checking thread of MPI/FT (section 4.3.1), external and
 * internal heartbeat in one. It gives no sign while it cannot run, so the signs show whether the
 * process can.
 */
public final class SelfCheck {
  /** The time between two signs of life. */
  private static final Duration PAUSE = Duration.ofMillis(250);

  private static final Duration LATE = Duration.ofMillis(400);

  /** The most frames of a blocked thread's stack in a message. */
  private static final int MOST_FRAMES = 6;

  private final OwnThreads threads;
  private final Duration bound;
  private final Consumer<FtmpjException> failed;
  private final Map<OwnThreads.Own, Silence> silences = new HashMap<>();
  private boolean hasFailed;

  /**
   * A check.
   *
   * @param bound time for which a thread may work without progress; zero: for ever
   * @param failed is called once, by the thread that finds the failure
   */
  SelfCheck(OwnThreads threads, Duration bound, Consumer<FtmpjException> failed) {
    this.threads = threads;
    this.bound = bound;
    this.failed = failed;
  }

  /**
   * Starts the thread, for as long as the process lives. It is a daemon, and cannot be interrupted.
   *
   * @param bound time for which a thread may work without progress; zero: for ever
   * @param sign gives a sign of life of this process
   * @param failed is told once, in the thread, of one that has ended or does not come forward, with
   *     code SELF_CHECK; it must end the process
   */
  public static void start(Duration bound, Runnable sign, Consumer<FtmpjException> failed) {
    SelfCheck check = new SelfCheck(OwnThreads.all(), bound, failed);
    Thread thread = new Thread(() -> check.run(sign), "ftmpj self-check");
    thread.setDaemon(true);
    thread.start();
  }

  private void run(Runnable sign) {
    while (true) {
      sign.run();
      look(System.nanoTime());
      // A program may interrupt every thread that it finds.
      LockSupport.parkNanos(this, PAUSE.toNanos());
      Thread.interrupted();
    }
  }

  /** Checks all threads. */
  void look(long nowNs) {
    if (silences.size() > threads.list().size()) {
      silences.keySet().retainAll(threads.list());
    }
    for (OwnThreads.Own own : threads.list()) {
      if (own.end() != null) {
        fail("has ended by " + own.end(), own, own.end());
      }
      long state = own.pulse().read();
      long silentNs =
          silences.computeIfAbsent(own, first -> new Silence(PAUSE.plus(LATE))).look(state, nowNs);
      if (Pulse.isWorking(state) && !bound.isZero() && silentNs > bound.toNanos()) {
        fail(
            "has not come forward for " + seconds(silentNs) + " s, " + place(own.thread()),
            own,
            null);
      }
    }
  }

  private void fail(String what, OwnThreads.Own own, Throwable cause) {
    if (!hasFailed) {
      hasFailed = true;
      failed.accept(
          new FtmpjException(
              ErrorCode.SELF_CHECK, "the thread " + own.thread().getName() + " " + what, cause));
    }
  }

  private static long seconds(long ns) {
    return TimeUnit.NANOSECONDS.toSeconds(ns);
  }

  private static String place(Thread thread) {
    StringBuilder text = new StringBuilder("state ").append(thread.getState());
    StackTraceElement[] frames = thread.getStackTrace();
    for (int i = 0; i < Math.min(frames.length, MOST_FRAMES); i++) {
      text.append(i == 0 ? ", at " : " < ").append(frames[i]);
    }
    return text.toString();
  }
}
