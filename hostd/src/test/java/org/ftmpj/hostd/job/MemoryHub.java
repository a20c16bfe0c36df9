package org.ftmpj.hostd.job;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.network.Content;
import org.ftmpj.network.PathCounters;
import org.ftmpj.network.Receiver;
import org.ftmpj.network.Session;
import org.ftmpj.network.SessionEvents;
import org.ftmpj.network.Topic;

/** A network in memory that loses nothing, until a host is lost. */
final class MemoryHub {
  private final Map<List<Integer>, End> ends = new HashMap<>(); // guarded by this

  /** The sessions of a host. */
  Sessions sessionsOf(int self) {
    return new Sessions() {
      @Override
      public List<InetSocketAddress> addresses() {
        return List.of(new InetSocketAddress("127.0.0.1", 1000 + self));
      }

      @Override
      public Session connect(
          int peer,
          List<InetSocketAddress> addresses,
          Map<Topic, Receiver> receivers,
          SessionEvents events) {
        return expect(peer, receivers, events);
      }

      @Override
      public Session expect(int peer, Map<Topic, Receiver> receivers, SessionEvents events) {
        End end = end(self, peer);
        end.open(receivers, events);
        return end;
      }

      @Override
      public List<PathCounters> paths() {
        return List.of();
      }

      @Override
      public long strangers() {
        return 0;
      }

      @Override
      public void close() {
        // Nothing of it outlives the test.
      }
    };
  }

  /** Both ends of all its sessions learn that a host is lost. */
  void lose(int host) {
    List<End> lost = new ArrayList<>();
    synchronized (this) {
      ends.forEach(
          (pair, end) -> {
            if (pair.contains(host)) {
              lost.add(end);
            }
          });
    }
    lost.forEach(End::lose);
  }

  private synchronized End end(int self, int peer) {
    return ends.computeIfAbsent(List.of(self, peer), pair -> new End(peer, self));
  }

  private record Arrival(Topic topic, Content content) {}

  private final class End implements Session {
    private final int peer;
    private final int self;
    private final BlockingQueue<Arrival> arrivals = new LinkedBlockingQueue<>();
    private SessionEvents events;
    private volatile boolean lost;

    End(int peer, int self) {
      this.peer = peer;
      this.self = self;
    }

    void open(Map<Topic, Receiver> receivers, SessionEvents itsEvents) {
      events = itsEvents;
      events.established();
      Thread thread = new Thread(() -> receive(receivers), "from " + peer + " to " + self);
      thread.setDaemon(true);
      thread.start();
    }

    private void receive(Map<Topic, Receiver> receivers) {
      try {
        while (true) {
          Arrival arrival = arrivals.take();
          ByteBuffer bytes =
              ByteBuffer.allocate(arrival.content.length()).order(ByteOrder.LITTLE_ENDIAN);
          arrival.content.write(bytes);
          receivers.get(arrival.topic).accept(bytes.flip());
          arrival.content.delivered();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public int peer() {
      return peer;
    }

    @Override
    public void send(Topic topic, Content content) {
      if (lost) {
        throw new FtmpjException(ErrorCode.HOST_LOST, "host " + peer + " is gone");
      }
      end(peer, self).arrivals.add(new Arrival(topic, content));
    }

    void lose() {
      lost = true;
      if (events != null) {
        events.lost(new FtmpjException(ErrorCode.HOST_LOST, "host " + peer + " is gone"));
      }
    }

    @Override
    public void close() {
      lost = true;
      end(peer, self).closedByPeer();
    }

    private void closedByPeer() {
      if (events != null && !lost) {
        events.lost(
            new FtmpjException(
                ErrorCode.SESSION_CLOSED, "host " + peer + " has ended the session"));
        lost = true;
      }
    }
  }
}
