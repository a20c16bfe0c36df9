package org.ftmpj.common.secret;

import java.nio.ByteBuffer;
import java.security.SecureRandom;

/** 32 random bytes, never used again. */
public final class Nonce {
  /** Bytes of a nonce. */
  public static final int LENGTH = 32;

  private static final SecureRandom RANDOM = new SecureRandom();

  private final byte[] bytes;

  private Nonce(byte[] bytes) {
    this.bytes = bytes;
  }

  /** A new nonce. */
  public static Nonce random() {
    byte[] bytes = new byte[LENGTH];
    RANDOM.nextBytes(bytes);
    return new Nonce(bytes);
  }

  /** Writes its bytes at the buffer's position. */
  public void encode(ByteBuffer to) {
    to.put(bytes);
  }

  /** Reads a nonce at the buffer's position. */
  public static Nonce decode(ByteBuffer from) {
    byte[] bytes = new byte[LENGTH];
    from.get(bytes);
    return new Nonce(bytes);
  }
}
