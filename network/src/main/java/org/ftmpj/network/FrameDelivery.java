package org.ftmpj.network;

import java.nio.ByteBuffer;
import java.util.Map;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.life.OwnThreads;
import org.ftmpj.common.life.Pulse;

/**
 * Delivers arrived contents to their receivers, in a thread of its own. A content that comes in
 * order while that thread sleeps, for a receiver that does not wait, is delivered by the thread
 * that has read it: waking another thread and copying the content takes longer than most
 * deliveries.
 */
final class FrameDelivery {
  private final HostSession session;
  private final Incoming incoming;
  private final Map<Topic, Receiver> receivers;
  private final int owedMost;
  private final Pulse pulse = new Pulse();
  private int owed;

  /**
   * @param window after a part of which the other side learns that there is room again
   */
  FrameDelivery(
      HostSession session, Incoming incoming, Map<Topic, Receiver> receivers, int window) {
    this.session = session;
    this.incoming = incoming;
    this.receivers = Map.copyOf(receivers);
    owedMost = window / 8;
  }

  void start() {
    OwnThreads.all().start("ftmpj-host-" + session.peer(), pulse, this::run);
  }

  private void run() {
    try {
      Incoming.Arrival arrival = incoming.take();
      while (arrival != null && arrival != Incoming.Arrival.END) {
        pulse.works();
        deliver(arrival);
        pulse.waits();
        arrival = incoming.take();
      }
      if (arrival == Incoming.Arrival.END) {
        session.fail(
            new FtmpjException(
                ErrorCode.SESSION_CLOSED, "The process of " + session + " has ended it"));
      }
    } catch (InterruptedException | RuntimeException | Error e) {
      session.fail(e);
    }
  }

  /** Delivers a content that {@link Incoming} has lent. */
  void lent(Topic topic, ByteBuffer content) {
    try {
      accept(topic, content);
    } catch (RuntimeException | Error e) {
      session.fail(e);
    } finally {
      incoming.returned();
    }
  }

  private void accept(Topic topic, ByteBuffer content) {
    Receiver receiver = receivers.get(topic);
    if (receiver == null) {
      throw new IllegalStateException("Nothing receives " + topic + " of " + session);
    }
    if (session.calls().enter()) {
      try {
        receiver.accept(content);
      } finally {
        session.calls().leave();
      }
    }
  }

  private void deliver(Incoming.Arrival arrival) {
    accept(arrival.topic(), arrival.bytes());
    int cost = arrival.cost();
    incoming.delivered(arrival);
    owed += cost;
    if (owed >= owedMost) {
      owed = 0;
      acknowledge();
    }
  }

  private void acknowledge() {
    session.lock().lock();
    try {
      session
          .paths()
          .links()
          .filter(link -> !link.left)
          .findFirst()
          .ifPresent(link -> link.wants(SessionConnection.ControlFrame.ACKNOWLEDGE));
    } finally {
      session.lock().unlock();
    }
    session.sender().pump();
  }
}
