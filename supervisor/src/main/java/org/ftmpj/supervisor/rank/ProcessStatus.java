package org.ftmpj.supervisor.rank;

/**
 * The end of a process without an exit record, as the operating system reports it.
 *
 * @param value the {@link Process#exitValue()}: 128 and the number of the signal, if a signal
 *     killed it
 * @param cause the reason for the user, if it is known; else empty
 */
public record ProcessStatus(int value, String cause) {
  private static final int SIGNAL = 128;
  private static final int LAST_SIGNAL = 64;

  /** A status without a known cause. */
  public ProcessStatus(int value) {
    this(value, "");
  }

  /** Whether another process, or the kernel, has killed it; only the kernel gives a reason. */
  boolean isKill() {
    return value == SIGNAL + Signal.KILL;
  }

  /** Whether it was asked to end, or its terminal has gone, often with its whole group. */
  public boolean isAsked() {
    return value == SIGNAL + Signal.HUP || value == SIGNAL + Signal.TERM;
  }

  /** Whether most likely another process has ended it, not its own code. */
  public boolean isFromOutside() {
    return isAsked() || value == SIGNAL + Signal.KILL;
  }

  /** Whether a signal killed it, as far as the status shows. */
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
