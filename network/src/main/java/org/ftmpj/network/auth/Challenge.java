package org.ftmpj.network.auth;

import java.nio.ByteBuffer;
import org.ftmpj.common.secret.Nonce;

/**
 * CHALLENGE, who accepts to who connects, the first message of a connection. Big-endian:
 *
 * <pre>
 *  0            the {@link Head}
 * 12  i32       number of the host that accepts
 * 16  i64       its key
 * 24  32 bytes  nonce: random, never used again
 * </pre>
 */
record Challenge(HostIdentity host, Nonce nonce) {
  static final int LENGTH = Head.LENGTH + HostIdentity.LENGTH + Nonce.LENGTH;

  ByteBuffer encode() {
    ByteBuffer bytes = ByteBuffer.allocate(LENGTH);
    Head.CHALLENGE.encode(bytes);
    host.encode(bytes);
    nonce.encode(bytes);
    return bytes.flip();
  }

  static Challenge decode(ByteBuffer bytes) throws NotProven {
    Head.CHALLENGE.require(bytes);
    return new Challenge(HostIdentity.decode(bytes), Nonce.decode(bytes));
  }
}
