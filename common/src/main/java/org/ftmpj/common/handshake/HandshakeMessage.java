package org.ftmpj.common.handshake;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.ftmpj.common.secret.Nonce;
import org.ftmpj.common.secret.Proof;

/**
 * The messages of a handshake. Big-endian:
 *
 * <pre>
 *  0  u64  magic: "FTMPJ-HS"
 *  8  u8   kind: 1 CHALLENGE, 2 HELLO, 3 WELCOME, 4 REFUSED
 *  9  u8   position of the {@link Protocol}, from 1
 * 10  u16  its version
 * 12       CHALLENGE, acceptor to connector:
 *            32 bytes  nonce: random, never used again
 *            i64       number of the acceptor's boot if frames may be in clear within a host, else 0
 *            introduction of the acceptor, as long as the protocol says
 *          HELLO, connector to acceptor:
 *            32 bytes  nonce: random, never used again
 *            44 bytes  share of a {@link KeyExchange}; zeros if frames are in clear
 *            u8        1 if frames are sealed, 0 if they are in clear
 *            purpose of the connection, as long as the protocol says
 *            32 bytes  proof of the CHALLENGE and of all of the HELLO before it
 *          WELCOME or REFUSED, acceptor to connector:
 *            i32       REFUSED: position of the {@link Refusal}; WELCOME: 0
 *            44 bytes  WELCOME: share of a {@link KeyExchange}; else zeros
 *            32 bytes  WELCOME: proof of all before it, CHALLENGE and HELLO included; else zeros
 *    i32   CRC-32C of all before it: damage is no wrong secret
 * </pre>
 *
 * <p>The head, and the length of a CHALLENGE, stay the same in every version: so the connector can
 * tell that versions differ.
 */
enum HandshakeMessage {
  CHALLENGE,
  HELLO,
  WELCOME,
  REFUSED;

  static final int HEAD = 12;

  private static final long MAGIC = 0x46544D504A2D4853L;
  private static final int CHECK = Integer.BYTES;

  int length(Protocol protocol) {
    return HEAD
        + switch (this) {
          case CHALLENGE -> Nonce.LENGTH + Long.BYTES + protocol.introductionLength;
          case HELLO ->
              Nonce.LENGTH + KeyExchange.LENGTH + 1 + protocol.purposeLength + Proof.LENGTH;
          case WELCOME, REFUSED -> Integer.BYTES + KeyExchange.LENGTH + Proof.LENGTH;
        }
        + CHECK;
  }

  /** Begins a message with its head. */
  ByteBuffer begin(Protocol protocol) {
    return ByteBuffer.allocate(length(protocol))
        .putLong(MAGIC)
        .put((byte) (ordinal() + 1))
        .put((byte) (protocol.ordinal() + 1))
        .putShort(protocol.version);
  }

  /**
   * Completes a message; bytes that were not written are zero. What was not written of it is zero.
   */
  static ByteBuffer end(ByteBuffer message) {
    int at = message.capacity() - CHECK;
    return message.putInt(at, checkSum(message, at)).clear();
  }

  /** The position of the proof in a message that has one. */
  static int proofAt(ByteBuffer message) {
    return message.capacity() - CHECK - Proof.LENGTH;
  }

  /**
   * Checks a whole message, and reads its head.
   *
   * @return its kind; the buffer's position is after the head
   */
  static HandshakeMessage open(Protocol protocol, ByteBuffer message) throws NotProven {
    if (message.getLong() != MAGIC) {
      throw new NotProven(Refusal.FOREIGN, "What came is no message of a handshake");
    }
    int at = message.capacity() - CHECK;
    if (message.getInt(at) != checkSum(message, at)) {
      throw new NotProven(Refusal.FOREIGN, "A message of a handshake was damaged on its way");
    }
    int kind = message.get();
    int spoken = message.get();
    if (spoken != protocol.ordinal() + 1 || kind < 1 || kind > values().length) {
      throw new NotProven(
          Refusal.FOREIGN, "What came is of protocol " + spoken + ", of kind " + kind);
    }
    short version = message.getShort();
    if (version != protocol.version) {
      throw new NotProven(
          Refusal.VERSION,
          "The other side speaks version "
              + Short.toUnsignedInt(version)
              + " of the protocol, this one "
              + protocol.version);
    }
    return values()[kind - 1];
  }

  /** Checks a whole message, which has to be this one, and reads its head. */
  void require(Protocol protocol, ByteBuffer message) throws NotProven {
    HandshakeMessage found = open(protocol, message);
    if (found != this) {
      throw new NotProven(Refusal.FOREIGN, found + " came instead of " + this);
    }
  }

  private static int checkSum(ByteBuffer message, int end) {
    CRC32C sum = new CRC32C();
    sum.update(message.slice(0, end));
    return (int) sum.getValue();
  }
}
