package org.ftmpj.network;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.ftmpj.common.config.CheckSum;
import org.ftmpj.network.frame.CheckSums;
import org.ftmpj.network.frame.Frame;
import org.ftmpj.network.frame.FrameType;
import org.ftmpj.network.frame.MalformedFrame;
import org.ftmpj.network.frame.Missing;

/** Handles arriving frames; called by the threads of the session's connections. */
final class Reception {
  /**
   * The number of unacknowledged contents, and of their bytes, after which a frame of its own
   * acknowledges them.
   */
  private static final int OWED_FRAMES = 32;

  private static final int OWED_BYTES = 128 << 10;

  private static final Topic[] TOPICS = Topic.values();

  private final HostSession session;
  private final ReentrantLock lock;
  private final Outgoing outgoing;
  private final Incoming incoming;

  /** A lock that makes acknowledgements of deliveries leave in their order. */
  private final Object telling = new Object();

  Reception(HostSession session, Outgoing outgoing, Incoming incoming) {
    this.session = session;
    this.lock = session.lock();
    this.outgoing = outgoing;
    this.incoming = incoming;
  }

  void received(SessionConnection link, Frame frame, ByteBuffer payload) {
    try {
      if (frame.epoch() != session.epoch()) {
        link.path.fenced.increment();
        return;
      }
      boolean jumped = frame.order() > link.seen + 1;
      link.seen = Math.max(link.seen, frame.order());
      CheckSum kind = frame.type() == FrameType.DATA ? link.theirCheckSum : CheckSum.CRC32C;
      if (CheckSums.of(kind, payload) != frame.checkSum()) {
        link.path.corrupt.increment();
        answer(link, frame.type() == FrameType.ACK ? 0 : frame.number());
        session.sender().pump();
        return;
      }
      link.path.received.increment();
      session.unheardByPeer(frame.unheard());
      acknowledged(link, frame);
      switch (frame.type()) {
        case DATA -> content(link, frame, payload, jumped);
        case PING -> answer(link, frame.number());
        case ACK -> missing(Missing.decode(payload));
        case CLOSE -> incoming.endAfter(frame.number());
      }
    } catch (MalformedFrame | IllegalArgumentException e) {
      // Its check sum is right, so the other side has meant it: it is not what it should be.
      session.fail(new IllegalStateException("Host " + session.peer() + " has sent " + frame, e));
    }
    session.sender().pump();
  }

  /** Asks for the missing contents. */
  void corrupt(SessionConnection link) {
    link.path.corrupt.increment();
    answer(link, 0);
    session.sender().pump();
  }

  private void acknowledged(SessionConnection link, Frame frame) {
    synchronized (telling) {
      List<PendingContent> done;
      lock.lock();
      try {
        link.seenByPeer(frame.seen(), System.nanoTime());
        done = outgoing.acknowledged(frame.received(), frame.delivered());
        if (!done.isEmpty()) {
          session.room().signalAll();
        }
      } finally {
        lock.unlock();
      }
      done.forEach(PendingContent::delivered);
    }
  }

  private void content(SessionConnection link, Frame frame, ByteBuffer payload, boolean jumped) {
    if (frame.topic() >= TOPICS.length) {
      throw new IllegalArgumentException("There is no topic " + frame.topic());
    }
    int bytes = payload.remaining(); // who receives it moves its position
    switch (incoming.offer(frame.number(), TOPICS[frame.topic()], payload)) {
      case TAKEN -> {}
      case LENT -> lent(link, TOPICS[frame.topic()], payload);
      case DUPLICATE -> link.path.duplicates.increment();
      case TOO_MUCH -> link.path.refused.increment();
    }
    session.traffic();
    lock.lock();
    try {
      link.owedFrames++;
      link.owedBytes += bytes;
      if (jumped || link.owedFrames >= OWED_FRAMES || link.owedBytes >= OWED_BYTES) {
        link.wants(SessionConnection.ControlFrame.ACKNOWLEDGE);
      }
    } finally {
      lock.unlock();
    }
  }

  private void lent(SessionConnection link, Topic topic, ByteBuffer payload) {
    link.delivering = true;
    session.delivery().lent(topic, payload);
    link.delivering = false;
  }

  private void answer(SessionConnection link, long highest) {
    lock.lock();
    try {
      session.highestOfPeer(highest);
      link.wants(SessionConnection.ControlFrame.ACKNOWLEDGE);
    } finally {
      lock.unlock();
    }
  }

  private void missing(Missing missing) {
    if (missing.ranges().isEmpty()) {
      return;
    }
    lock.lock();
    try {
      outgoing.missing(missing, System.nanoTime());
    } finally {
      lock.unlock();
    }
  }
}
