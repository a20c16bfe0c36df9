package org.ftmpj.interceptors.bridge.value;

import java.time.Instant;

/** The values of a {@code java.util.logging} record about itself. Called by the JDK's class. */
public final class Logs {
  private Logs() {}

  /** Instead of {@link Instant#now()}. */
  public static Instant instant() {
    return Clocks.instantNow();
  }

  /** The number of the record, in a process in which others may log, too. */
  public static long sequenceNumber(long actual) {
    return Recorded.number(Source.PROCESS, () -> actual);
  }

  /** The number of the thread. */
  public static long thread(long actual) {
    return Recorded.number(Source.PROCESS, () -> actual);
  }
}
