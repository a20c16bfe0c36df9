package org.ftmpj.launcher.verify;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.function.IntToLongFunction;

/**
 * Says on standard error how far a long repetition is: on a terminal in one line that changes, else
 * a line every ten seconds. One thread.
 */
public final class ProgressDisplay {
  private static final long FIRST_NS = 1_000_000_000L;
  private static final long BETWEEN_LINES_NS = 10_000_000_000L;

  private final PrintWriter err;
  private final boolean terminal;
  private final IntToLongFunction recordedClock;
  private int rank = -1;
  private long startNs;
  private long lineNs;
  private int shown;

  /**
   * @param recordedClock the operation clock at which a rank of the job ended; 0 if unknown
   */
  public ProgressDisplay(PrintWriter err, boolean terminal, IntToLongFunction recordedClock) {
    this.err = err;
    this.terminal = terminal;
    this.recordedClock = recordedClock;
  }

  /** A rank is being repeated and has that operation clock. */
  public void show(int current, long clock) {
    long nowNs = System.nanoTime();
    if (current != rank) {
      rank = current;
      startNs = nowNs;
      lineNs = nowNs;
    }
    if (terminal && nowNs - startNs >= FIRST_NS) {
      String text = text(clock);
      err.print("\r" + text + " ".repeat(Math.max(0, shown - text.length())));
      err.flush();
      shown = text.length();
    } else if (!terminal && nowNs - lineNs >= BETWEEN_LINES_NS) {
      lineNs = nowNs;
      err.println("ftmpj: " + text(clock));
      err.flush();
    }
  }

  /**
   * A rank has made no call for that long.
   *
   * @param pid its process
   */
  public void tellIdle(int current, Duration idle, long pid) {
    clear();
    err.printf(
        Locale.ROOT,
        "ftmpj: rank %d has called nothing of MPI for %d s: it computes, or waits for something"
            + " that is not recorded. `jstack %d` shows where; --idle=SECONDS gives it up.%n",
        current,
        idle.toSeconds(),
        pid);
    err.flush();
  }

  private String text(long clock) {
    long of = recordedClock.applyAsLong(rank);
    return String.format(Locale.ROOT, "rank %d: at operation %,d", rank, clock)
        + (of > 0 ? String.format(Locale.ROOT, " of %,d", of) : "");
  }

  /** Nothing more of that rank. */
  public void clear() {
    rank = -1;
    if (shown > 0) {
      err.print("\r" + " ".repeat(shown) + "\r");
      err.flush();
      shown = 0;
    }
  }
}
