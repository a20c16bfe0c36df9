package org.ftmpj.network;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.ftmpj.network.frame.Missing;

/**
 * The contents that have come from another host, put in order until they are taken. Thread-safe.
 * Bounded: the other side sends no more than the window, and a content beyond it is dropped.
 */
final class Incoming {
  /** The fate of an arrived content. */
  enum Fate {
    TAKEN,
    /**
     * The next one in order; the thread that has read it delivers it: see {@link
     * Incoming#returned}.
     */
    LENT,
    DUPLICATE,
    TOO_MUCH
  }

  /** A content in its place, or the end. */
  record Arrival(Topic topic, ByteBuffer bytes) {
    static final Arrival END = new Arrival(null, ByteBuffer.allocate(0));

    int cost() {
      return bytes.capacity() + PendingContent.COST;
    }
  }

  private static final long UNKNOWN = -1;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final long bound;
  private final TreeMap<Long, Arrival> held = new TreeMap<>();
  private final ArrayDeque<Arrival> ready = new ArrayDeque<>();
  private final ArrayDeque<ByteBuffer> spare = new ArrayDeque<>();
  private long last = UNKNOWN;
  private long bytes;
  private long most;
  private boolean waiting;
  private boolean lent;
  private boolean stopped;
  private volatile boolean endKnown;
  private volatile long received;
  private volatile long delivered;

  /**
   * @param window of the sender, in bytes as {@link PendingContent#cost} counts them
   */
  Incoming(int window) {
    // A buffer may be twice as large as what it holds.
    bound = 2L * window + Content.MOST;
  }

  /** The highest number up to which all have come. */
  long received() {
    return received;
  }

  /** The highest number up to which all have been delivered. */
  long delivered() {
    return delivered;
  }

  /** The most bytes that waited at one time. */
  long most() {
    lock.lock();
    try {
      return most;
    } finally {
      lock.unlock();
    }
  }

  Fate offer(long number, Topic topic, ByteBuffer payload) {
    lock.lock();
    try {
      if (number <= received || held.containsKey(number)) {
        return Fate.DUPLICATE;
      }
      if (bytes + payload.remaining() + PendingContent.COST > bound) {
        return Fate.TOO_MUCH;
      }
      if (number == received + 1 && isToBeLent(topic)) {
        lent = true;
        received++;
        endIfComplete();
        return Fate.LENT;
      }
      Arrival arrival = new Arrival(topic, copy(payload));
      bytes += arrival.cost();
      most = Math.max(most, bytes);
      if (number > received + 1) {
        held.put(number, arrival);
      } else {
        inOrder(arrival);
      }
      return Fate.TAKEN;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Whether a content of that topic can be delivered by its reader: only if the delivering thread
   * sleeps, with nothing to be delivered before or after it.
   */
  private boolean isToBeLent(Topic topic) {
    return topic.isQuick() && waiting && !lent && !stopped && ready.isEmpty() && held.isEmpty();
  }

  /** Records that the lent content has been delivered. */
  void returned() {
    lock.lock();
    try {
      lent = false;
      delivered++;
      if (!ready.isEmpty()) {
        changed.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  private void inOrder(Arrival arrival) {
    long now = received + 1;
    ready.add(arrival);
    while (!held.isEmpty() && held.firstKey() == now + 1) {
      ready.add(held.pollFirstEntry().getValue());
      now++;
    }
    received = now;
    endIfComplete();
    if (waiting && !lent) {
      changed.signal();
    }
  }

  private void endIfComplete() {
    if (received == last) {
      ready.add(Arrival.END);
      last = UNKNOWN;
      changed.signal();
    }
  }

  private ByteBuffer copy(ByteBuffer payload) {
    int length = payload.remaining();
    ByteBuffer copy = length <= Content.MOST / 2 ? ByteBuffer.allocate(length) : spare.poll();
    if (copy == null) {
      copy = ByteBuffer.allocate(Content.MOST);
    }
    return copy.clear().put(payload).flip().order(ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * The numbers that are missing.
   *
   * @param highest number that is known to have been sent
   */
  Missing missing(long highest) {
    lock.lock();
    try {
      List<Missing.Range> ranges = new ArrayList<>();
      long next = received + 1;
      for (long there : held.keySet()) {
        if (ranges.size() == Missing.MOST) {
          return new Missing(ranges);
        }
        if (there > next) {
          ranges.add(new Missing.Range(next, there - 1));
        }
        next = there + 1;
      }
      if (highest >= next && ranges.size() < Missing.MOST) {
        ranges.add(new Missing.Range(next, highest));
      }
      return ranges.isEmpty() ? Missing.NOTHING : new Missing(ranges);
    } finally {
      lock.unlock();
    }
  }

  /** Waits for the next content in order; returns null at the end. */
  Arrival take() throws InterruptedException {
    lock.lock();
    try {
      while ((ready.isEmpty() || lent) && !stopped) {
        waiting = true;
        changed.await();
        waiting = false;
      }
      return stopped ? null : ready.poll();
    } finally {
      lock.unlock();
    }
  }

  /** Records that the content taken last has been delivered. */
  void delivered(Arrival arrival) {
    lock.lock();
    try {
      bytes -= arrival.cost();
      if (arrival.bytes.capacity() == Content.MOST) {
        spare.push(arrival.bytes);
      }
      delivered++;
    } finally {
      lock.unlock();
    }
  }

  /** Ends the contents after that number. */
  void endAfter(long number) {
    lock.lock();
    try {
      endKnown = true;
      last = number;
      endIfComplete();
    } finally {
      lock.unlock();
    }
  }

  /** Whether the number of the last content is known. */
  boolean isEndKnown() {
    return endKnown;
  }

  /** Stops taking contents. */
  void stop() {
    lock.lock();
    try {
      stopped = true;
      changed.signal();
    } finally {
      lock.unlock();
    }
  }
}
