package org.ftmpj.network.auth;

import java.nio.ByteBuffer;

/**
 * The beginning of every message of a proof, big-endian:
 *
 * <pre>
 *  0  u64  magic: "FTMPJ-HP"
 *  8  u16  version of the protocol between hosts
 * 10  u16  kind of message
 * </pre>
 */
enum Head {
  CHALLENGE(1),
  HELLO(2),
  WELCOME(3),
  REFUSED(4);

  /** Changes with everything that hosts say to each other. */
  static final short VERSION = 1;

  static final int LENGTH = 12;

  private static final long MAGIC = 0x46544D504A2D4850L;

  private final short kind;

  Head(int kind) {
    this.kind = (short) kind;
  }

  void encode(ByteBuffer to) {
    to.putLong(MAGIC).putShort(VERSION).putShort(kind);
  }

  /** Reads it at the buffer's position. */
  static Head decode(ByteBuffer from) throws NotProven {
    if (from.getLong() != MAGIC) {
      throw new NotProven(Refusal.FOREIGN, "What came is no message of a proof");
    }
    short version = from.getShort();
    if (version != VERSION) {
      throw new NotProven(
          Refusal.VERSION,
          "The other host speaks version "
              + Short.toUnsignedInt(version)
              + " of the protocol between hosts, this one "
              + VERSION);
    }
    short kind = from.getShort();
    for (Head head : values()) {
      if (head.kind == kind) {
        return head;
      }
    }
    throw new NotProven(Refusal.FOREIGN, "There is no message of kind " + kind);
  }

  /** Reads the beginning of a message that has to be of this kind. */
  void require(ByteBuffer from) throws NotProven {
    Head found = decode(from);
    if (found != this) {
      throw new NotProven(Refusal.FOREIGN, found + " came instead of " + this);
    }
  }
}
