package org.ftmpj.supervisor.rank;

/**
 * How a process without an exit record ended, as the operating system tells it.
 *
 * @param value as {@link Process#exitValue()} gives it: 128 and the number of the signal, if a
 *     signal killed it
 */
public record ProcessStatus(int value) {
  private static final int SIGNAL = 128;
  private static final int LAST_SIGNAL = 64;

  /** Whether it was asked to end, or its terminal has gone: often its whole group was. */
  public boolean isAsked() {
    return value == SIGNAL + Signal.HUP || value == SIGNAL + Signal.TERM;
  }

  /** Whether another process has most likely ended it, and not what it did itself. */
  public boolean isFromOutside() {
    return isAsked() || value == SIGNAL + Signal.KILL;
  }

  /** Whether a signal killed it, as far as the status can tell. */
  public boolean isSignal() {
    return value > SIGNAL && value <= SIGNAL + LAST_SIGNAL;
  }

  /** The status in words, such as "signal 9 (SIGKILL)" or "status 3". */
  @Override
  public String toString() {
    return isSignal() ? Signal.text(value - SIGNAL) : "status " + value;
  }
}
