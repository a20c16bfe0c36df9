package org.ftmpj.network;

import java.util.ArrayDeque;

/**
 * The rate of a connection, learned from what arrives, and the bytes that it still has to carry.
 * Pure: times are parameters. Guarded by the session's lock.
 */
final class Pace {
  /** Bytes that may be under way before the rate is known, and at least ever after. */
  private static final long FIRST_LIMIT = 1 << 20;

  private static final long LEAST_LIMIT = 256 << 10;

  /** The assumed rate before any is known, in bytes in a nanosecond. */
  private static final double FIRST_RATE = 0.1;

  /**
   * The time that a connection has to be busy for a measurement, in nanoseconds: an acknowledgement
   * is for several frames, and may come some milliseconds late.
   */
  private static final long SAMPLE_NS = 50_000_000L;

  /** The time to carry the most that may be under way, in nanoseconds. */
  private static final long QUEUE_NS = 30_000_000L;

  /** A frame that is under way. */
  private record Flight(long order, int bytes) {}

  private final ArrayDeque<Flight> flights = new ArrayDeque<>();
  private long inFlight;
  private long limit = FIRST_LIMIT;
  private double bytesPerNs = FIRST_RATE;
  private boolean known;

  /** The time that the connection was busy since the rate was last learned, in nanoseconds. */
  private long busyNs;

  private long busyBytes;

  /** The time of the last news of an arrival, and the highest order under way then. */
  private long heardNs;

  private long underWay;

  /** The bytes that it still had to carry at that time. */
  private double ahead;

  private long aheadNs;

  /** Records that a frame with so many bytes of content, at least one, is being sent. */
  void sent(long order, int bytes, long nowNs) {
    ahead = ahead(nowNs) + bytes;
    aheadNs = nowNs;
    inFlight += bytes;
    flights.add(new Flight(order, bytes));
  }

  /** Records that all frames up to that order have arrived. */
  void arrived(long order, long nowNs) {
    long before = inFlight;
    while (!flights.isEmpty() && flights.peek().order <= order) {
      inFlight -= flights.poll().bytes;
    }
    if (inFlight == before) {
      return;
    }
    // Of the last frames of a message it may be heard late.
    if (order <= underWay && inFlight > 0) {
      busy(before - inFlight, nowNs - heardNs);
    }
    heardNs = nowNs;
    underWay = flights.isEmpty() ? order : flights.peekLast().order;
    ahead = inFlight;
    aheadNs = nowNs;
  }

  /** Counts bytes that arrived in a time during which the connection was busy. */
  private void busy(long bytes, long ns) {
    busyBytes += bytes;
    busyNs += ns;
    if (busyNs >= SAMPLE_NS) {
      double rate = (double) busyBytes / busyNs;
      bytesPerNs = known ? (bytesPerNs + rate) / 2 : rate;
      known = true;
      limit = Math.max(LEAST_LIMIT, (long) (bytesPerNs * QUEUE_NS));
      busyBytes = 0;
      busyNs = 0;
    }
  }

  boolean isInFlight() {
    return inFlight > 0;
  }

  /** Whether the connection should take another content of that size now. */
  boolean mayTake(int bytes) {
    return inFlight == 0 || inFlight + bytes <= limit;
  }

  /** The rate, in bytes in a nanosecond; 0 if it is not known. */
  double rate() {
    return known ? bytesPerNs : 0;
  }

  /**
   * The bytes that it still has to carry. Frames arrive before their acknowledgement, so the bytes
   * get fewer with time; but if all should long have arrived, and nothing is heard, the connection
   * is probably slow or cut: they get more again.
   */
  double ahead(long nowNs) {
    return Math.min(Math.abs(ahead - rate() * (nowNs - aheadNs)), inFlight);
  }

  /** The time that all bytes under way take if none has arrived, in nanoseconds. */
  double allNs() {
    return inFlight / bytesPerNs;
  }
}
