package org.ftmpj.logger.wire;

import java.nio.ByteBuffer;
import java.security.SecureRandom;

/** 32 random bytes, never used again. */
public final class Nonce {
  static final int LENGTH = 32;

  private static final SecureRandom RANDOM = new SecureRandom();

  private final byte[] bytes;

  private Nonce(byte[] bytes) {
    this.bytes = bytes;
  }

  public static Nonce random() {
    byte[] bytes = new byte[LENGTH];
    RANDOM.nextBytes(bytes);
    return new Nonce(bytes);
  }

  void encode(ByteBuffer to) {
    to.put(bytes);
  }

  static Nonce decode(ByteBuffer from) {
    byte[] bytes = new byte[LENGTH];
    from.get(bytes);
    return new Nonce(bytes);
  }
}
