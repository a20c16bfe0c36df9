package org.ftmpj.network;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.EnumSet;
import org.ftmpj.common.config.CheckSum;
import org.ftmpj.network.frame.Frame;
import org.ftmpj.network.frame.FrameType;
import org.ftmpj.network.path.Connection;
import org.ftmpj.network.path.ConnectionListener;
import org.ftmpj.network.path.Opening;

/** One connection of a session. What is not said otherwise is guarded by the session's lock. */
final class Link implements ConnectionListener {
  /** Bytes that may be under way before it is known what the connection carries, and ever. */
  private static final long FIRST_LIMIT = 1 << 20;

  private static final long LEAST_LIMIT = 256 << 10;

  /** Bytes in a nanosecond. */
  private static final double FIRST_RATE = 0.1;

  private static final long SAMPLE_NS = 10_000_000L;

  /** No connection has more under way than it carries in this time. */
  private static final long QUEUE_NS = 30_000_000L;

  /** A frame that is under way. */
  private record Flight(long order, int bytes) {}

  final PathUse path;
  private final HostSession session;
  private final ArrayDeque<Flight> flights = new ArrayDeque<>();

  Connection connection;

  /** How the other side guards payloads; written before anything is received. */
  CheckSum theirCheckSum;

  /** The highest order of ours that has come to the other side. */
  long seenByPeer;

  /** The highest order that has come. Written by the connection's thread. */
  volatile long seen;

  /** It is probed, and carries no contents. */
  volatile boolean left;

  /** Contents came that this connection has not acknowledged; since the last frame on it. */
  int owedFrames;

  int owedBytes;

  /** Frames without a content that are to be sent as soon as there is room. */
  private final EnumSet<Errand> errands = EnumSet.noneOf(Errand.class);

  /** What {@link Connection#heard} was at the last look, and how many looks have found the same. */
  long heardBefore;

  int silentLooks;
  long silentNs;

  /** Something should have been heard at the next look. */
  boolean expected;

  /** It was asked to answer, and has not been heard since. */
  boolean probed;

  /** What {@link #seenByPeer} was at the last look, and for how long it has been the same. */
  private long seenBefore;

  private long stuckNs;

  private long order;
  private long inFlight;
  private long limit = FIRST_LIMIT;
  private double bytesPerNs = FIRST_RATE;
  private long sampleNs;
  private long sampleBytes;
  private boolean limited;

  /** Frames without a content, in the order in which they are sent. */
  enum Errand {
    ACKNOWLEDGE(FrameType.ACK),
    PROBE(FrameType.PING),
    CLOSE(FrameType.CLOSE);

    final FrameType type;

    Errand(FrameType type) {
      this.type = type;
    }
  }

  Link(HostSession session, PathUse path) {
    this.session = session;
    this.path = path;
  }

  void wants(Errand errand) {
    errands.add(errand);
  }

  /** The first frame without a content that is to be sent; null for none. */
  Errand errand() {
    return errands.isEmpty() ? null : errands.iterator().next();
  }

  void done(Errand errand) {
    errands.remove(errand);
  }

  /** A frame is being sent, which carries so many bytes of contents; returns its order. */
  long next(int bytes, long nowNs) {
    order++;
    owedFrames = 0;
    owedBytes = 0;
    if (bytes > 0) {
      if (inFlight == 0) {
        sampleNs = nowNs;
        sampleBytes = 0;
      }
      inFlight += bytes;
      flights.add(new Flight(order, bytes));
    }
    return order;
  }

  /** The other side has seen all up to that order. */
  void seenByPeer(long theirs, long nowNs) {
    if (theirs <= seenByPeer) {
      return;
    }
    seenByPeer = theirs;
    while (!flights.isEmpty() && flights.peek().order <= theirs) {
      int bytes = flights.poll().bytes;
      inFlight -= bytes;
      sampleBytes += bytes;
    }
    long elapsedNs = nowNs - sampleNs;
    if (limited && elapsedNs >= SAMPLE_NS) {
      bytesPerNs = (bytesPerNs + (double) sampleBytes / elapsedNs) / 2;
      limit = Math.max(LEAST_LIMIT, (long) (bytesPerNs * QUEUE_NS));
      sampleNs = nowNs;
      sampleBytes = 0;
      limited = false;
    }
  }

  boolean isInFlight() {
    return inFlight > 0;
  }

  /**
   * It is looked at whether what is sent comes to the other side, though that may be heard.
   *
   * @param elapsedNs since the last look
   */
  void look(long elapsedNs) {
    if (inFlight == 0 || seenByPeer != seenBefore) {
      seenBefore = seenByPeer;
      stuckNs = 0;
    } else {
      stuckNs += elapsedNs;
    }
  }

  /** Whether nothing has come there for that time, and twice of what it should take. */
  boolean isStuckFor(long leastNs) {
    return stuckNs >= Math.max(leastNs, 2 * delayNs(0));
  }

  /** Whether it should take another content of that size now. */
  boolean mayTake(int bytes) {
    if (left || inFlight > 0 && inFlight + bytes > limit) {
      limited |= !left;
      return false;
    }
    return true;
  }

  /** When a content would be there that is sent now, in nanoseconds from now. */
  double delayNs(int bytes) {
    return (inFlight + bytes) / bytesPerNs;
  }

  @Override
  public void begun(Connection begun, Opening theirs) {
    theirCheckSum = theirs.checkSum();
    session.begun(this, begun, theirs);
  }

  @Override
  public void received(Connection from, Frame frame, ByteBuffer payload) {
    guarded(() -> session.reception().received(this, frame, payload));
  }

  @Override
  public void corrupt(Connection from) {
    guarded(() -> session.reception().corrupt(this));
  }

  @Override
  public void writable(Connection to) {
    guarded(() -> session.sender().pump());
  }

  /** A failure of this side ends the session, and not only the connection. */
  private void guarded(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException | Error e) {
      session.fail(e);
    }
  }

  @Override
  public void ended(Connection ended, IOException why) {
    session.ended(this, why);
  }
}
