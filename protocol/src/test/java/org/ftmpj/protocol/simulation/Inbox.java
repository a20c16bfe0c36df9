package org.ftmpj.protocol.simulation;

import java.util.ArrayList;
import java.util.List;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.match.Receive;

/**
 * The messages that a rank has yet to receive in a segment, by class: source and tag. Says which
 * receives may be posted, so that each gets a message whatever the others take.
 */
final class Inbox {
  static final int NO_CLASS = -1;

  private static final int TRIES = 3;

  private final int ranks;
  private final int[] left;

  /** Receives that compete for them, and probes. */
  private final List<Request> rivals = new ArrayList<>();

  Inbox(int rank, int ranks, Plan.Segment segment) {
    this.ranks = ranks;
    left = new int[ranks * Plan.TAGS];
    for (int r = 0; r < ranks; r++) {
      for (int t = 0; t < Plan.TAGS; t++) {
        left[r * Plan.TAGS + t] = segment.messages(r, rank, t);
      }
    }
  }

  /** How many classes there are. */
  int size() {
    return left.length;
  }

  /** How many messages of that class are not received. */
  int left(int ofClass) {
    return left[ofClass];
  }

  int sum() {
    int sum = 0;
    for (int of : left) {
      sum += of;
    }
    return sum;
  }

  static int classOf(Arrival.Message message) {
    return message.source() * Plan.TAGS + message.envelope().tag();
  }

  /** What a receive asks for that takes messages of that class only. */
  static Address exactly(int ofClass) {
    return new Address(ofClass / Plan.TAGS, ofClass % Plan.TAGS);
  }

  void add(Request rival) {
    rivals.add(rival);
  }

  void remove(Request rival) {
    rivals.remove(rival);
  }

  /** A message of the class was received. */
  void received(int ofClass) {
    left[ofClass]--;
  }

  /** The bits of the classes that such a receive can take from. */
  int classes(Address receive) {
    int source = receive.peer();
    int withTag = receive.tag();
    int ofTags = withTag == Receive.ANY_TAG ? (1 << Plan.TAGS) - 1 : 1 << withTag;
    if (source != Receive.ANY_SOURCE) {
      return ofTags << source * Plan.TAGS;
    }
    int all = 0;
    for (int r = 0; r < ranks; r++) {
      all |= ofTags << r * Plan.TAGS;
    }
    return all;
  }

  /**
   * Whether, with one more receive of these classes, every receive has more messages that it could
   * take than there are other receives that could take any of them. Then each gets one, whatever
   * the others take.
   */
  boolean isSafe(int classes) {
    if (available(classes) < 1 + rivals(classes)) {
      return false;
    }
    for (Request rival : rivals) {
      if ((rival.classes & classes) != 0 && available(rival.classes) < 1 + rivals(rival.classes)) {
        return false;
      }
    }
    return true;
  }

  /** A receive that is safe, by chance; null if none was found. */
  Address chooseSafe(Program by) {
    for (int i = 0; i < TRIES; i++) {
      int source = by.choose(2) == 0 ? Receive.ANY_SOURCE : by.choose(ranks);
      int tag = by.choose(2) == 0 ? Receive.ANY_TAG : by.choose(Plan.TAGS);
      Address receive = new Address(source, tag);
      if (isSafe(classes(receive))) {
        return receive;
      }
    }
    return null;
  }

  /** The first receive of a single class that is safe; null if there is none. */
  Address firstSafe() {
    for (int c = 0; c < left.length; c++) {
      if (left[c] > 0 && isSafe(1 << c)) {
        return exactly(c);
      }
    }
    return null;
  }

  private int available(int classes) {
    int sum = 0;
    for (int rest = classes; rest != 0; rest &= rest - 1) {
      sum += left[Integer.numberOfTrailingZeros(rest)];
    }
    return sum;
  }

  private int rivals(int classes) {
    int count = 0;
    for (Request rival : rivals) {
      if ((rival.classes & classes) != 0) {
        count++;
      }
    }
    return count;
  }
}
