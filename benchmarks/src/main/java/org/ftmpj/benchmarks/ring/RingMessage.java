package org.ftmpj.benchmarks.ring;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** What processes on the ring send each other. Little-endian, a byte for the kind first. */
sealed interface RingMessage {

  /**
   * Goes around.
   *
   * @param number from 0
   * @param hops so far
   * @param sentNs by process 0's clock
   */
  record Token(int number, int hops, long sentNs) implements RingMessage {
    Token passedOn() {
      return new Token(number, hops + 1, sentNs);
    }
  }

  /** To process 0: the one that was watched is dead. */
  record Report(int dead) implements RingMessage {}

  /**
   * From process 0, over the tree of those that live as far as it knows.
   *
   * @param number from 1; tells all that those before have told
   * @param dead all that are known to be, ascending
   */
  record News(int number, int[] dead) implements RingMessage {}

  /** As it is sent. */
  static byte[] encode(RingMessage message) {
    ByteBuffer to = ByteBuffer.allocate(4096).order(ByteOrder.LITTLE_ENDIAN);
    if (message instanceof Token token) {
      to.put((byte) 1).putInt(token.number).putInt(token.hops).putLong(token.sentNs);
    } else if (message instanceof Report report) {
      to.put((byte) 2).putInt(report.dead);
    } else if (message instanceof News news) {
      to.put((byte) 3).putInt(news.number).putInt(news.dead.length);
      for (int dead : news.dead) {
        to.putInt(dead);
      }
    }
    byte[] bytes = new byte[to.position()];
    to.get(0, bytes);
    return bytes;
  }

  /** What was sent. */
  static RingMessage decode(ByteBuffer from) {
    byte kind = from.get();
    return switch (kind) {
      case 1 -> new Token(from.getInt(), from.getInt(), from.getLong());
      case 2 -> new Report(from.getInt());
      case 3 -> {
        int number = from.getInt();
        int[] dead = new int[from.getInt()];
        for (int i = 0; i < dead.length; i++) {
          dead[i] = from.getInt();
        }
        yield new News(number, dead);
      }
      default -> throw new IllegalArgumentException("unknown kind " + kind);
    };
  }
}
