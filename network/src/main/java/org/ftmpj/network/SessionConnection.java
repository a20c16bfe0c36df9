package org.ftmpj.network;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import org.ftmpj.common.config.CheckSum;
import org.ftmpj.network.frame.Frame;
import org.ftmpj.network.frame.FrameType;
import org.ftmpj.network.path.ConnectionListener;
import org.ftmpj.network.path.Opening;
import org.ftmpj.network.path.PathConnection;

/** One connection of a session. What is not said otherwise is guarded by the session's lock. */
final class SessionConnection implements ConnectionListener {
  private static final long UNKNOWN = -1;

  private static final long MEASURE_NS = 1_000_000_000L;

  final PathUse path;
  private final HostSession session;
  private final Pace pace = new Pace();

  PathConnection connection;

  /** How the other side guards payloads; written before anything is received. */
  CheckSum theirCheckSum;

  /** The highest order of ours that has come to the other side. */
  long seenByPeer;

  /** The highest order that has come. Written by the connection's thread. */
  volatile long seen;

  /** It is probed, and carries no contents. */
  volatile boolean left;

  /** The order that the other side has to have seen before a left connection is used again. */
  private long proof;

  /** Contents came that this connection has not acknowledged; since the last frame on it. */
  int owedFrames;

  int owedBytes;

  /** Frames without a content that are to be sent as soon as there is room. */
  private final EnumSet<Errand> errands = EnumSet.noneOf(Errand.class);

  /**
   * What {@link PathConnection#heard} was at the last look, and how many looks have found the same.
   */
  long heardBefore;

  int silentLooks;
  long silentNs;

  /** Its thread delivers, and so hears nothing. Written by that thread. */
  volatile boolean delivering;

  /** Something should have been heard at the next look. */
  boolean expected;

  /** It was asked to answer, and has not been heard since. */
  boolean probed;

  /** What {@link #seenByPeer} was at the last look, and for how long it has been the same. */
  private long seenBefore;

  private long stuckNs;

  /** The order of a probe that was not answered, and when it was sent; 0 for none. */
  private long probe;

  private long probeNs;

  private long order;

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

  SessionConnection(HostSession session, PathUse path) {
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
      pace.sent(order, bytes, nowNs);
    }
    return order;
  }

  /** A probe of that order is being sent. */
  void probing(long ofOrder, long nowNs) {
    if (probe == 0) {
      probe = ofOrder;
      probeNs = nowNs;
    }
  }

  /** Whether it is time to measure a round trip again. */
  boolean isToBeMeasured(long nowNs) {
    return probe == 0 && nowNs - probeNs >= MEASURE_NS;
  }

  /** The other side has seen all up to that order. */
  void seenByPeer(long theirs, long nowNs) {
    if (theirs <= seenByPeer) {
      return;
    }
    seenByPeer = theirs;
    if (probe != 0 && theirs >= probe) {
      path.roundTripNs = nowNs - probeNs;
      probe = 0;
    }
    pace.arrived(theirs, nowNs);
  }

  boolean isInFlight() {
    return pace.isInFlight();
  }

  void leave() {
    left = true;
    proof = UNKNOWN;
  }

  /**
   * Whether a frame has gone there, and word of it has come back, since something was heard again;
   * to be asked when something is. Only then nothing waits in the system's queue of this side, for
   * which it may be a while until it tries again, as it does of either side by its own time.
   */
  boolean isProven() {
    if (proof == UNKNOWN) {
      proof = order + 1;
    }
    return seenByPeer >= proof;
  }

  /**
   * It is looked at whether what is sent comes to the other side, though that may be heard.
   *
   * @param elapsedNs since the last look
   */
  void look(long elapsedNs) {
    if (!pace.isInFlight() || seenByPeer != seenBefore) {
      seenBefore = seenByPeer;
      stuckNs = 0;
    } else {
      stuckNs += elapsedNs;
    }
  }

  /** Whether nothing has come there for that time, and twice of what it should take. */
  boolean isStuckFor(long leastNs) {
    return stuckNs >= Math.max(leastNs, 2 * pace.allNs());
  }

  /** Whether it should take another content of that size now. */
  boolean mayTake(int bytes) {
    return !left && pace.mayTake(bytes);
  }

  Pace pace() {
    return pace;
  }

  @Override
  public void begun(PathConnection begun, Opening theirs) {
    theirCheckSum = theirs.checkSum();
    session.begun(this, begun, theirs);
  }

  @Override
  public void received(PathConnection from, Frame frame, ByteBuffer payload) {
    guarded(() -> session.reception().received(this, frame, payload));
  }

  @Override
  public void corrupt(PathConnection from) {
    guarded(() -> session.reception().corrupt(this));
  }

  @Override
  public void writable(PathConnection to) {
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
  public void ended(PathConnection ended, IOException why) {
    session.ended(this, why);
  }
}
