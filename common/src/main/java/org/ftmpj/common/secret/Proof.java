package org.ftmpj.common.secret;

import java.nio.ByteBuffer;
import java.security.MessageDigest;

/** A proof that its sender knows the {@link Secret}: HMAC-SHA256 over the message with it. */
public final class Proof {
  /** Bytes of a proof. */
  public static final int LENGTH = 32;

  private final byte[] bytes;

  Proof(byte[] bytes) {
    this.bytes = bytes;
  }

  /** The placeholder of a proof to come, which no proof equals. */
  public static Proof none() {
    return new Proof(new byte[LENGTH]);
  }

  /** Whether both are equal; takes the same time wherever the first difference is. */
  public boolean matches(Proof other) {
    return MessageDigest.isEqual(bytes, other.bytes);
  }

  /** Writes its bytes at the buffer's position. */
  public void encode(ByteBuffer to) {
    to.put(bytes);
  }

  /** Reads a proof at the buffer's position. */
  public static Proof decode(ByteBuffer from) {
    byte[] bytes = new byte[LENGTH];
    from.get(bytes);
    return new Proof(bytes);
  }
}
