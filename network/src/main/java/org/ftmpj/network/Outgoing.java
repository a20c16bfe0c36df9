package org.ftmpj.network;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.ftmpj.network.frame.Missing;

/**
 * The contents that are under way to another host and not delivered there, at most those of a
 * window. Guarded by the session's lock.
 */
final class Outgoing {
  private static final long LONGEST_PAUSE_NS = 1_000_000_000L;

  private final long pauseNs;
  private final ArrayDeque<PendingContent> underWay = new ArrayDeque<>();
  private final ArrayDeque<PendingContent> fresh = new ArrayDeque<>();
  private final PriorityQueue<PendingContent> again =
      new PriorityQueue<>(Comparator.comparingLong((PendingContent entry) -> entry.number));
  private PendingContent[] ring = new PendingContent[1 << 10];
  private int window;
  private long bytes;
  private long last;
  private long sent;
  private long received;
  private long delivered;

  /**
   * @param pauseNs time after which an entry may be sent for the third time; longer for later times
   */
  Outgoing(int window, long pauseNs) {
    this.window = window;
    this.pauseNs = pauseNs;
  }

  /** Narrows the window to that of the other side. */
  void narrow(int theirs) {
    window = Math.min(window, theirs);
  }

  boolean hasRoom() {
    return bytes < window - Content.MOST;
  }

  void add(Topic topic, Content content) {
    PendingContent entry = new PendingContent(last + 1, topic, content);
    last++;
    if (underWay.size() == ring.length) {
      grow();
    }
    ring[index(last)] = entry;
    underWay.add(entry);
    fresh.add(entry);
    bytes += entry.cost();
  }

  private int index(long number) {
    return (int) (number & ring.length - 1);
  }

  private void grow() {
    ring = new PendingContent[ring.length << 1];
    for (PendingContent entry : underWay) {
      ring[index(entry.number)] = entry;
    }
  }

  /** The next entry to be sent; null if there is none. */
  PendingContent peek() {
    while (!again.isEmpty() && again.peek().number <= received) {
      again.poll();
    }
    return again.isEmpty() ? fresh.peek() : again.peek();
  }

  /** Records that an entry is being sent; returns whether it was sent before. */
  boolean sent(PendingContent entry, SessionConnection link, long order, long nowNs) {
    if (entry == again.peek()) {
      again.poll();
    } else {
      fresh.poll();
    }
    entry.link = link;
    entry.order = order;
    entry.sentNs = nowNs;
    sent = Math.max(sent, entry.number);
    return entry.attempts++ > 0;
  }

  /**
   * Takes an acknowledgement of the other side.
   *
   * @return the newly delivered entries, in order
   * @throws IllegalArgumentException for an impossible acknowledgement
   */
  List<PendingContent> acknowledged(long nowReceived, long nowDelivered) {
    if (nowReceived > sent || nowDelivered > nowReceived) {
      throw new IllegalArgumentException(
          "Received " + nowReceived + ", delivered " + nowDelivered + " of " + sent);
    }
    received = Math.max(received, nowReceived);
    if (nowDelivered <= delivered) {
      return List.of();
    }
    delivered = nowDelivered;
    List<PendingContent> done = new ArrayList<>();
    while (!underWay.isEmpty() && underWay.peek().number <= delivered) {
      PendingContent entry = underWay.poll();
      ring[index(entry.number)] = null;
      bytes -= entry.cost();
      done.add(entry);
    }
    return done;
  }

  /**
   * Has those entries sent again that are certainly lost: something that was sent after them on the
   * same connection has come, or that connection is given up. An entry that was sent again waits
   * longer each time (truncated exponential back-off, LA-MPI, Aulwes et al., section 2.2.1).
   */
  void missing(Missing missing, long nowNs) {
    for (Missing.Range range : missing.ranges()) {
      long end = Math.min(range.last(), sent);
      for (long number = Math.max(range.first(), received + 1); number <= end; number++) {
        PendingContent entry = ring[index(number)];
        if (entry != null
            && entry.number == number
            && isLost(entry)
            && nowNs - entry.sentNs >= pauseNs(entry.attempts)) {
          sendAgain(entry);
        }
      }
    }
  }

  private static boolean isLost(PendingContent entry) {
    return entry.doubtful || entry.link != null && entry.order <= entry.link.seenByPeer;
  }

  private long pauseNs(int attempts) {
    return attempts < 2 ? 0 : Math.min(pauseNs << Math.min(attempts - 2, 20), LONGEST_PAUSE_NS);
  }

  /**
   * Gives up a connection: nothing sent on it is expected to arrive. What has not arrived is sent
   * again when the other side has been asked.
   */
  void abandoned(SessionConnection link) {
    for (PendingContent entry : underWay) {
      if (entry.link == link) {
        entry.link = null;
        entry.doubtful = true;
        // It has not been tried where it is sent next.
        entry.attempts = 1;
      }
    }
  }

  private void sendAgain(PendingContent entry) {
    entry.link = null;
    entry.doubtful = false;
    again.add(entry);
  }

  /** Whether the other side has not acknowledged everything. */
  boolean isAwaited() {
    return received < last;
  }

  /** The highest number up to which all have arrived. */
  long received() {
    return received;
  }

  boolean isWaiting() {
    return peek() != null;
  }

  /** The highest number that was sent. */
  long highest() {
    return sent;
  }

  /** Bytes that are under way or wait for it. */
  long bytes() {
    return bytes;
  }
}
