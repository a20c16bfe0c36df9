package org.ftmpj.protocol.channel;

/** The wait of a rank for arrivals, during which it leaves its processor to others. */
public interface ArrivalWaits {

  /**
   * Whether {@link InboundLogs#next} would probably give something. Cheap; may err for up to 100
   * ms.
   */
  boolean hasArrivals();

  /**
   * Waits until something may have arrived: spins for a time it adapts, then sleeps on this rank's
   * doorbell. Returns after at most 100 ms, also when nothing has arrived (protocol rule
   * LOST_WAKE_UP).
   */
  void awaitArrivals();

  /** Ends {@link #awaitArrivals} in another thread soon. */
  default void wake() {}

  /**
   * Polls of the program have found nothing, so many times in a row: a moment to leave the
   * processor to others, perhaps to the very rank that is waited for. Returns soon.
   */
  default void rest(long failedPolls) {}
}
