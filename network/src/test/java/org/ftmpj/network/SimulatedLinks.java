package org.ftmpj.network;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Sends messages over links that are only computed: each has a rate and a delay. The other side
 * acknowledges as {@link Reception} does, and what is left when it answers.
 */
final class SimulatedLinks {
  private static final int FRAME = 65 << 10;
  private static final int OWED_BYTES = 128 << 10;

  private final PathTable paths = new PathTable(new ReentrantLock());
  private final List<Wire> wires = new ArrayList<>();
  private final long sendNs;
  private final Random random;
  private final long jitterNs;
  private long nowNs = 1_000_000_000L;

  /**
   * @param sendNs what it takes to send a frame
   * @param jitterNs by so much an acknowledgement is late at most
   */
  SimulatedLinks(long sendNs, long jitterNs, long seed) {
    this.sendNs = sendNs;
    this.jitterNs = jitterNs;
    random = new Random(seed);
  }

  SimulatedLinks with(double bytesPerNs, long delayNs) {
    PathUse path = paths.at(wires.size());
    path.link = new SessionConnection(null, path);
    wires.add(new Wire(path.link, bytesPerNs, delayNs));
    return this;
  }

  /** From now on it carries so much; nothing if it is cut. */
  void rate(int link, double bytesPerNs) {
    wires.get(link).bytesPerNs = bytesPerNs;
  }

  /** Sends a message, and waits until it is answered; returns after what time it was there. */
  long message(int bytes) {
    long startNs = nowNs;
    for (int left = bytes; left > 0; left -= FRAME) {
      send(Math.min(left, FRAME));
    }
    long endNs = wires.stream().mapToLong(wire -> wire.thereNs).max().orElseThrow();
    nowNs = Math.max(nowNs, endNs);
    acknowledge();
    answer(endNs - startNs);
    return endNs - startNs;
  }

  /** After that time the other side answers, and so acknowledges all that has come. */
  void answer(long ns) {
    nowNs += ns;
    acknowledge();
    wires.forEach(wire -> wire.acknowledgeRest(nowNs));
  }

  /** Sends a frame as soon as a link should take it; returns the number of that link. */
  int send(int bytes) {
    acknowledge();
    SessionConnection link = paths.earliest(bytes, nowNs, null);
    while (link == null) {
      nowNs = wires.stream().mapToLong(Wire::nextNs).min().orElseThrow();
      acknowledge();
      link = paths.earliest(bytes, nowNs, null);
    }
    wires.get(link.path.index).send(bytes);
    nowNs += sendNs;
    return link.path.index;
  }

  private void acknowledge() {
    wires.forEach(wire -> wire.acknowledge(nowNs));
  }

  private record Word(long atNs, long order) {}

  private final class Wire {
    private final SessionConnection link;
    private final long delayNs;
    private final ArrayDeque<Word> words = new ArrayDeque<>();
    private double bytesPerNs;
    private long freeNs;
    private long thereNs;
    private long last;
    private int owed;

    Wire(SessionConnection link, double bytesPerNs, long delayNs) {
      this.link = link;
      this.bytesPerNs = bytesPerNs;
      this.delayNs = delayNs;
    }

    void send(int bytes) {
      long order = link.next(bytes, nowNs);
      if (bytesPerNs == 0) {
        return;
      }
      last = order;
      freeNs = Math.max(freeNs, nowNs) + (long) (bytes / bytesPerNs);
      thereNs = freeNs + delayNs;
      owed += bytes;
      if (owed >= OWED_BYTES) {
        long lateNs = jitterNs == 0 ? 0 : random.nextLong(jitterNs);
        words.add(new Word(thereNs + delayNs + lateNs, last));
        owed = 0;
      }
    }

    long nextNs() {
      return words.isEmpty() ? Long.MAX_VALUE : words.peek().atNs;
    }

    void acknowledge(long untilNs) {
      while (nextNs() <= untilNs) {
        Word word = words.poll();
        link.seenByPeer(word.order, word.atNs);
      }
    }

    void acknowledgeRest(long atNs) {
      words.clear();
      owed = 0;
      link.seenByPeer(last, atNs);
    }
  }
}
