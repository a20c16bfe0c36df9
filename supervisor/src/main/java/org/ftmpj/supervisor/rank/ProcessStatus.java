package org.ftmpj.supervisor.rank;

/**
 * How a process without an exit record ended, as the operating system tells it.
 *
 * @param value as {@link Process#exitValue()} gives it: 128 and the number of the signal, if a
 *     signal killed it
 * @param cause why it ended, for the user, if that is known besides; else empty
 */
public record ProcessStatus(int value, String cause) {
  private static final int SIGNAL = 128;
  private static final int LAST_SIGNAL = 64;

  /** One of which no more is known. */
  public ProcessStatus(int value) {
    this(value, "");
  }

  /** Whether another process has killed it, or the kernel, and nothing but the latter says why. */
  boolean isKill() {
    return value == SIGNAL + Signal.KILL;
  }

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

  /** The status, and its cause, in words, such as "signal 9 (SIGKILL)" or "status 3". */
  @Override
  public String toString() {
    String text = isSignal() ? Signal.text(value - SIGNAL) : "status " + value;
    return cause.isEmpty() ? text : text + ", " + cause;
  }
}
