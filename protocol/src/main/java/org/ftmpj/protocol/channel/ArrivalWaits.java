package org.ftmpj.protocol.channel;

/** The wait of a rank for arrivals, during which it leaves its processor to others. */
public interface ArrivalWaits {

  /**
   * Whether {@link InboundLogs#next} would probably return an arrival. Cheap; may be wrong for up
   * to 100 ms.
   */
  boolean hasArrivals();

  /**
   * Waits until something may have arrived: spins for an adaptive time, then sleeps on this rank's
   * doorbell. Returns after at most 100 ms even if nothing has arrived (protocol rule
   * LOST_WAKE_UP).
   */
  void awaitArrivals();

  /** Makes {@link #awaitArrivals} return soon in another thread. */
  default void wake() {}

  /**
   * Yields the processor to others, perhaps to the very rank that is waited for, after so many
   * polls of the program in a row have found nothing. Returns soon.
   */
  default void rest(long failedPolls) {}
}
