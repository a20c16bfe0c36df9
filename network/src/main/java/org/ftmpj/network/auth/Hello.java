package org.ftmpj.network.auth;

import java.nio.ByteBuffer;
import org.ftmpj.common.secret.Nonce;
import org.ftmpj.common.secret.Proof;

/**
 * HELLO, who connects to who accepts. Big-endian:
 *
 * <pre>
 *  0            the {@link Head}
 * 12  i32       number of the host that connects, -1 for none yet
 * 16  i64       its key
 * 24  32 bytes  nonce: random, never used again
 * 56  i32       number of the host that is meant
 * 60  i32       path
 * 64  i64       session
 * 72  32 bytes  proof: of the challenge and all of the above
 * </pre>
 */
record Hello(Errand errand, Nonce nonce, Proof proof) {
  static final int UNPROVEN_LENGTH =
      Head.LENGTH + HostIdentity.LENGTH + Nonce.LENGTH + 2 * Integer.BYTES + Long.BYTES;
  static final int LENGTH = UNPROVEN_LENGTH + Proof.LENGTH;

  ByteBuffer encode() {
    ByteBuffer bytes = ByteBuffer.allocate(LENGTH);
    encodeUnproven(bytes);
    proof.encode(bytes);
    return bytes.flip();
  }

  /** All but the proof. */
  void encodeUnproven(ByteBuffer to) {
    Head.HELLO.encode(to);
    errand.from().encode(to);
    nonce.encode(to);
    to.putInt(errand.to()).putInt(errand.path()).putLong(errand.session());
  }

  static Hello decode(ByteBuffer bytes) throws NotProven {
    Head.HELLO.require(bytes);
    HostIdentity from = HostIdentity.decode(bytes);
    Nonce nonce = Nonce.decode(bytes);
    int to = bytes.getInt();
    int path = bytes.getInt();
    long session = bytes.getLong();
    if (to < 0 || path < 0) {
      throw new NotProven(Refusal.FOREIGN, "No host or path: " + to + ", " + path);
    }
    return new Hello(new Errand(from, to, session, path), nonce, Proof.decode(bytes));
  }
}
