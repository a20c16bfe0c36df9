package org.ftmpj.network.auth;

import java.nio.ByteBuffer;
import org.ftmpj.common.secret.Proof;

/**
 * WELCOME or REFUSED, who accepts to who connects. Big-endian:
 *
 * <pre>
 *  0            the {@link Head}
 * 12  i32       WELCOME: 0; REFUSED: the {@link Refusal}
 * 16  32 bytes  WELCOME: proof of all that was said before; REFUSED: zeros
 * </pre>
 *
 * A refusal is not proven: it ends this attempt to connect, and says a likely cause.
 */
sealed interface Answer {
  /** Bytes of either. */
  int LENGTH = Head.LENGTH + Integer.BYTES + Proof.LENGTH;

  /** Who connects is believed. */
  record Welcome(Proof proof) implements Answer {
    @Override
    public ByteBuffer encode() {
      return bytes(Head.WELCOME, 0, proof);
    }
  }

  /** Who connects is not believed. */
  record Refused(Refusal why) implements Answer {
    @Override
    public ByteBuffer encode() {
      return bytes(Head.REFUSED, why.ordinal(), Proof.none());
    }
  }

  /** The message, from the buffer's position to its limit. */
  ByteBuffer encode();

  /** Reads it at the buffer's position. */
  static Answer decode(ByteBuffer bytes) throws NotProven {
    Head head = Head.decode(bytes);
    int why = bytes.getInt();
    Proof proof = Proof.decode(bytes);
    return switch (head) {
      case WELCOME -> new Welcome(proof);
      case REFUSED -> new Refused(Refusal.of(why));
      case CHALLENGE, HELLO ->
          throw new NotProven(Refusal.FOREIGN, head + " came instead of an answer");
    };
  }

  private static ByteBuffer bytes(Head head, int why, Proof proof) {
    ByteBuffer bytes = ByteBuffer.allocate(LENGTH);
    head.encode(bytes);
    bytes.putInt(why);
    proof.encode(bytes);
    return bytes.flip();
  }
}
