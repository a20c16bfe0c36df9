package org.ftmpj.network;

import java.util.ArrayDeque;

/**
 * What a connection carries in a time, learned from what arrives, and what it has yet to carry.
 * Pure: times are parameters. Guarded by the session's lock.
 */
final class Pace {
  /** Bytes that may be under way before it is known what the connection carries, and ever. */
  private static final long FIRST_LIMIT = 1 << 20;

  private static final long LEAST_LIMIT = 256 << 10;

  /** Bytes in a nanosecond, as long as nothing is known. */
  private static final double FIRST_RATE = 0.1;

  /**
   * So long it has to have been busy: acknowledgements are of several frames, and may come some
   * milliseconds late.
   */
  private static final long SAMPLE_NS = 50_000_000L;

  /** No connection has more under way than it carries in this time. */
  private static final long QUEUE_NS = 30_000_000L;

  /** A frame that is under way. */
  private record Flight(long order, int bytes) {}

  private final ArrayDeque<Flight> flights = new ArrayDeque<>();
  private long inFlight;
  private long limit = FIRST_LIMIT;
  private double bytesPerNs = FIRST_RATE;
  private boolean known;

  /** While it had always something to carry, since the rate was learned last. */
  private long busyNs;

  private long busyBytes;

  /** When something was heard to have arrived, and the highest order that was under way then. */
  private long heardNs;

  private long underWay;

  /** What it had to carry at that time. */
  private double ahead;

  private long aheadNs;

  /** A frame with so many bytes of content, at least one, is being sent. */
  void sent(long order, int bytes, long nowNs) {
    ahead = ahead(nowNs) + bytes;
    aheadNs = nowNs;
    inFlight += bytes;
    flights.add(new Flight(order, bytes));
  }

  /** All frames up to that order have arrived; so it is heard. */
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

  /** What has arrived in that time was under way at its beginning, and more is at its end. */
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

  /** Whether it should take another content of that size now. */
  boolean mayTake(int bytes) {
    return inFlight == 0 || inFlight + bytes <= limit;
  }

  /** Bytes in a nanosecond; 0 if it is not known. */
  double rate() {
    return known ? bytesPerNs : 0;
  }

  /**
   * The bytes that it has yet to carry. What is under way arrives before that is heard, so they get
   * fewer with time; but if all should long be there, and nothing is heard, it is rather the
   * connection that is slow, or cut: they get more again.
   */
  double ahead(long nowNs) {
    return Math.min(Math.abs(ahead - rate() * (nowNs - aheadNs)), inFlight);
  }

  /** What all that is under way takes if nothing of it has arrived, in nanoseconds. */
  double allNs() {
    return inFlight / bytesPerNs;
  }
}
