package org.ftmpj.hostd.job;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.IntConsumer;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.network.Content;
import org.ftmpj.network.PathCounters;
import org.ftmpj.network.Receiver;
import org.ftmpj.network.Session;
import org.ftmpj.network.SessionEvents;
import org.ftmpj.network.Topic;

/**
 * A network in memory that loses nothing, until a process is lost. Processes are known by numbers:
 * those of hosts, 0 for the launcher, and others for those that come after it.
 */
final class MemoryHub {
  private static final int FIRST_PORT = 10_000;

  private final Map<List<Integer>, End> ends = new HashMap<>(); // guarded by this
  private final Map<Integer, IntConsumer> watchers = new ConcurrentHashMap<>();
  private final Set<List<Integer>> asked = ConcurrentHashMap.newKeySet();

  /** Where a process listens. */
  static InetSocketAddress address(int process) {
    return new InetSocketAddress("127.0.0.1", FIRST_PORT + process);
  }

  /** The sessions of a process. */
  Sessions sessionsOf(int self) {
    return new Sessions() {
      @Override
      public List<InetSocketAddress> addresses() {
        return List.of(address(self));
      }

      @Override
      public Session connect(
          int peer,
          List<InetSocketAddress> addresses,
          Map<Topic, Receiver> receivers,
          SessionEvents events) {
        int process = addresses.isEmpty() ? peer : addresses.get(0).getPort() - FIRST_PORT;
        return open(process, peer, receivers, events);
      }

      @Override
      public Session expect(int peer, Map<Topic, Receiver> receivers, SessionEvents events) {
        return open(peer, peer, receivers, events);
      }

      private Session open(
          int process, int peer, Map<Topic, Receiver> receivers, SessionEvents events) {
        End end = end(self, process);
        end.open(peer, receivers, events);
        return end;
      }

      @Override
      public void watchOnRing(int hosts, IntConsumer silent) {
        watchers.put(self, silent);
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

  /** A process does not hear the one with that number, which it watches. */
  void silence(int watcher, int peer) {
    watchers.get(watcher).accept(peer);
  }

  /** Whether a process was to ask another one for a sign of life. */
  boolean hasAsked(int self, int process) {
    return asked.contains(List.of(self, process));
  }

  /** Both ends of all its sessions learn that a process is lost. */
  void lose(int process) {
    List<End> lost = new ArrayList<>();
    synchronized (this) {
      ends.forEach(
          (pair, end) -> {
            if (pair.contains(process)) {
              lost.add(end);
            }
          });
    }
    lost.forEach(End::lose);
  }

  private synchronized End end(int self, int process) {
    return ends.computeIfAbsent(List.of(self, process), pair -> new End(process, self));
  }

  private record Arrival(Topic topic, Content content) {}

  private final class End implements Session {
    private final int process;
    private final int self;
    private final BlockingQueue<Arrival> arrivals = new LinkedBlockingQueue<>();
    private volatile int peer;
    private volatile SessionEvents events;
    private volatile boolean lost;

    End(int process, int self) {
      this.process = process;
      this.self = self;
    }

    void open(int number, Map<Topic, Receiver> receivers, SessionEvents itsEvents) {
      peer = number;
      events = itsEvents;
      Thread thread = new Thread(() -> receive(receivers), "from " + process + " to " + self);
      thread.setDaemon(true);
      thread.start();
      End other = end(process, self);
      if (other.events != null && !lost) {
        events.established();
        other.events.established();
      }
    }

    private void receive(Map<Topic, Receiver> receivers) {
      try {
        while (true) {
          Arrival arrival = arrivals.take();
          if (lost) {
            return;
          }
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
      end(process, self).arrivals.add(new Arrival(topic, content));
    }

    @Override
    public void ask() {
      asked.add(List.of(self, process));
    }

    void lose() {
      boolean wasThere = !lost;
      lost = true;
      if (events != null && wasThere) {
        events.lost(new FtmpjException(ErrorCode.HOST_LOST, "host " + peer + " is gone"));
      }
    }

    @Override
    public void close() {
      lost = true;
      end(process, self).closedByPeer();
    }

    private void closedByPeer() {
      if (events != null && !lost) {
        lost = true;
        events.lost(
            new FtmpjException(
                ErrorCode.SESSION_CLOSED, "host " + peer + " has ended the session"));
      }
    }
  }
}
