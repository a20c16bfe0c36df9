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

/**
 * A connection of a session. Fields are guarded by the session's lock, unless they say otherwise.
 */
final class SessionConnection implements ConnectionListener {
  private static final long UNKNOWN = -1;

  private static final long MEASURE_NS = 1_000_000_000L;

  final PathUse path;
  private final HostSession session;
  private final Pace pace = new Pace();

  PathConnection connection;

  /** The check sums of the other side's payloads; written before anything is received. */
  CheckSum theirCheckSum;

  /** The highest order of this side that has come to the other one. */
  long seenByPeer;

  /** The highest order that has come. Written by the connection's thread. */
  volatile long seen;

  /** Whether the path is left: it is probed, and carries no contents. */
  volatile boolean left;

  /** The order that the other side has to have seen before a left path is used again. */
  private long proof;

  /** The contents that have come since the last frame on this connection, unacknowledged by it. */
  int owedFrames;

  int owedBytes;

  /** Frames without a content that are to be sent as soon as there is room. */
  private final EnumSet<ControlFrame> controls = EnumSet.noneOf(ControlFrame.class);

  /**
   * The value of {@link PathConnection#heard} at the last check, and the number of checks that
   * found it.
   */
  long heardBefore;

  int silentLooks;
  long silentNs;

  /** Whether the connection's thread delivers, and so hears nothing. Written by that thread. */
  volatile boolean delivering;

  /** Whether something should have been heard at the next check. */
  boolean expected;

  /** Whether it was probed and has not been heard since. */
  boolean probed;

  /** The value of {@link #seenByPeer} at the last check, and the time since it changed. */
  private long seenBefore;

  private long stuckNs;

  /** The order of an unanswered probe, and the time when it was sent; 0 for none. */
  private long probe;

  private long probeNs;

  private long order;

  /** Frames without a content, in the order in which they are sent. */
  enum ControlFrame {
    ACKNOWLEDGE(FrameType.ACK),
    PROBE(FrameType.PING),
    CLOSE(FrameType.CLOSE);

    final FrameType type;

    ControlFrame(FrameType type) {
      this.type = type;
    }
  }

  SessionConnection(HostSession session, PathUse path) {
    this.session = session;
    this.path = path;
  }

  void wants(ControlFrame control) {
    controls.add(control);
  }

  /** The first frame without a content that has to be sent; null for none. */
  ControlFrame control() {
    return controls.isEmpty() ? null : controls.iterator().next();
  }

  void done(ControlFrame control) {
    controls.remove(control);
  }

  /** Records that a frame with so many bytes of content is being sent; returns its order. */
  long next(int bytes, long nowNs) {
    order++;
    owedFrames = 0;
    owedBytes = 0;
    if (bytes > 0) {
      pace.sent(order, bytes, nowNs);
    }
    return order;
  }

  /** Records that a probe of that order is being sent. */
  void probing(long ofOrder, long nowNs) {
    if (probe == 0) {
      probe = ofOrder;
      probeNs = nowNs;
    }
  }

  /** Whether a round trip is due to be measured again. */
  boolean isToBeMeasured(long nowNs) {
    return probe == 0 && nowNs - probeNs >= MEASURE_NS;
  }

  /** Records that the other side has seen all up to that order. */
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
   * Whether a frame has gone to the other side, and its acknowledgement has come back, since
   * something was heard again. To be called when something is heard. Only then is the system's
   * queue of this side empty, which either side may retry only after a while.
   */
  boolean isProven() {
    if (proof == UNKNOWN) {
      proof = order + 1;
    }
    return seenByPeer >= proof;
  }

  /**
   * Checks whether frames come to the other side, which may be heard though they do not.
   *
   * @param elapsedNs time since the last check
   */
  void look(long elapsedNs) {
    if (!pace.isInFlight() || seenByPeer != seenBefore) {
      seenBefore = seenByPeer;
      stuckNs = 0;
    } else {
      stuckNs += elapsedNs;
    }
  }

  /**
   * Whether the connection is stuck: frames have not arrived for that time, and for twice the time
   * that they should take.
   */
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

  /** Runs some work, whose failure ends the session, not only the connection. */
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
