package org.ftmpj.network;

import java.nio.ByteBuffer;
import java.util.concurrent.locks.ReentrantLock;
import org.ftmpj.common.config.CheckSum;
import org.ftmpj.network.frame.CheckSums;
import org.ftmpj.network.frame.Frame;
import org.ftmpj.network.frame.FrameType;
import org.ftmpj.network.frame.Missing;

/**
 * Sends the contents of a session, by whichever thread finds a content and room for it: a sender's
 * thread that hands over a content, or a connection's when there is room again. So a content that
 * finds a free path is on the wire when {@link Session#send} returns.
 */
final class Sender {
  /** The number of frames after which a thread returns to its own work. */
  private static final int AT_ONCE = 16;

  private final HostSession session;
  private final ReentrantLock lock;
  private final Outgoing outgoing;
  private final Incoming incoming;
  private final CheckSum checkSum;

  Sender(HostSession session, Outgoing outgoing, Incoming incoming, CheckSum checkSum) {
    this.session = session;
    this.lock = session.lock();
    this.outgoing = outgoing;
    this.incoming = incoming;
    this.checkSum = checkSum;
  }

  /** A frame to be written into the claimed room. */
  private record Job(
      SessionConnection link,
      ByteBuffer to,
      FrameType type,
      long number,
      long order,
      PendingContent entry,
      Missing missing) {}

  /** Sends what can be sent now. Does not wait. To be called without the session's lock. */
  void pump() {
    for (int i = 0; i < AT_ONCE; i++) {
      Job job = next();
      if (job == null) {
        return;
      }
      write(job);
    }
    lock.lock();
    try {
      boolean waiting = outgoing.isWaiting();
      session
          .paths()
          .links()
          .filter(link -> link.control() != null || waiting && !link.left)
          .forEach(link -> link.connection.requestWritable());
    } finally {
      lock.unlock();
    }
  }

  private Job next() {
    lock.lock();
    try {
      for (PathUse path : session.paths().all()) {
        Job job = path.link == null ? null : control(path.link);
        if (job != null) {
          return job;
        }
      }
      PendingContent entry = outgoing.peek();
      if (entry == null) {
        session.drained();
      }
      return entry == null || session.isOver() ? null : content(entry);
    } finally {
      lock.unlock();
    }
  }

  private Job control(SessionConnection link) {
    SessionConnection.ControlFrame control = link.control();
    if (control == null) {
      return null;
    }
    Missing missing =
        control == SessionConnection.ControlFrame.ACKNOWLEDGE
            ? incoming.missing(session.highestOfPeer())
            : Missing.NOTHING;
    ByteBuffer to = link.connection.claim(Frame.HEADER + missing.length());
    if (to == null) {
      return null;
    }
    link.done(control);
    long order = link.next(0, 0);
    if (control == SessionConnection.ControlFrame.PROBE) {
      link.probing(order, System.nanoTime());
    }
    return new Job(link, to, control.type, outgoing.highest(), order, null, missing);
  }

  /** Chooses the path with room by which the content would arrive first. */
  private Job content(PendingContent entry) {
    long nowNs = System.nanoTime();
    PathTable paths = session.paths();
    SessionConnection link = paths.earliest(entry.length, nowNs, null);
    while (link != null) {
      ByteBuffer to = link.connection.claim(Frame.HEADER + entry.length);
      if (to != null) {
        return content(entry, link, to, nowNs);
      }
      link = paths.earliest(entry.length, nowNs, link);
    }
    return null;
  }

  private Job content(PendingContent entry, SessionConnection link, ByteBuffer to, long nowNs) {
    long order = link.next(entry.length, nowNs);
    if (outgoing.sent(entry, link, order, nowNs)) {
      link.path.retransmitted.increment();
    }
    return new Job(link, to, FrameType.DATA, entry.number, order, entry, null);
  }

  private void write(Job job) {
    int at = job.to.position();
    ByteBuffer payload = job.to.position(at + Frame.HEADER);
    boolean wanted = true;
    try {
      if (job.entry != null) {
        wanted = write(job.entry, payload);
      } else {
        job.missing.encode(payload);
      }
    } catch (RuntimeException e) {
      job.link.connection.abandon();
      session.fail(e);
      return;
    }
    if (!wanted) {
      job.link.connection.abandon();
      return;
    }
    int length = payload.position() - at - Frame.HEADER;
    CheckSum kind = job.entry == null ? CheckSum.CRC32C : checkSum;
    payload.position(at + Frame.HEADER);
    header(job, length, CheckSums.of(kind, payload)).encode(job.to, at);
    job.link.connection.commit();
    if (job.type == FrameType.CLOSE) {
      job.link.connection.finish();
    }
    job.link.path.sent.increment();
    job.link.path.bytes.add(job.entry == null ? 0 : length);
  }

  /** Writes a content; returns whether it is still wanted. */
  private boolean write(PendingContent entry, ByteBuffer to) {
    if (!session.calls().enter()) {
      return false;
    }
    try {
      return entry.write(to);
    } finally {
      session.calls().leave();
    }
  }

  private Frame header(Job job, int length, long sum) {
    long delivered = incoming.delivered();
    session.told(delivered);
    return new Frame(
        job.type,
        job.link.path.index,
        job.entry == null ? 0 : job.entry.topic.ordinal(),
        session.epoch(),
        job.number,
        incoming.received(),
        delivered,
        job.order,
        job.link.seen,
        sum,
        length,
        session.paths().unheard());
  }
}
