package org.ftmpj.interceptors.bridge.value;

import java.security.SecureRandom;
import java.security.SecureRandomSpi;

/** A {@code SecureRandom} whose output is recorded. */
public final class RecordedSecureRandom extends SecureRandom {
  private static final long serialVersionUID = 1L;

  private final String algorithm;

  /** Instead of {@link SecureRandom#SecureRandom()}. */
  public RecordedSecureRandom() {
    this(new SecureRandom());
  }

  /** Instead of {@link SecureRandom#SecureRandom(byte[])}. */
  public RecordedSecureRandom(byte[] seed) {
    this(new SecureRandom(seed));
  }

  /** A generator whose output is that of another one. */
  public RecordedSecureRandom(SecureRandom actual) {
    super(new Spi(actual), actual.getProvider());
    this.algorithm = actual.getAlgorithm();
  }

  @Override
  public String getAlgorithm() {
    return algorithm;
  }

  /** Asks in pieces that fit into a record. */
  private static final class Spi extends SecureRandomSpi {
    private static final long serialVersionUID = 1L;
    private static final int PIECE = 64 << 10;

    private final SecureRandom actual;

    Spi(SecureRandom actual) {
      this.actual = actual;
    }

    @Override
    protected void engineSetSeed(byte[] seed) {
      actual.setSeed(seed);
    }

    @Override
    protected void engineNextBytes(byte[] bytes) {
      for (int at = 0; at < bytes.length; at += PIECE) {
        int length = Math.min(PIECE, bytes.length - at);
        // In a replay, too: a generator that was seeded continues after the repeated part.
        byte[] next = next(length);
        byte[] piece = Recorded.data(Source.SECURE_RANDOM, () -> next);
        System.arraycopy(piece, 0, bytes, at, length);
      }
    }

    private byte[] next(int length) {
      byte[] bytes = new byte[length];
      actual.nextBytes(bytes);
      return bytes;
    }

    @Override
    protected byte[] engineGenerateSeed(int length) {
      if (length <= PIECE) {
        return Recorded.data(Source.SECURE_RANDOM, () -> actual.generateSeed(length));
      }
      byte[] seed = new byte[length];
      for (int at = 0; at < length; at += PIECE) {
        byte[] piece = engineGenerateSeed(Math.min(PIECE, length - at));
        System.arraycopy(piece, 0, seed, at, piece.length);
      }
      return seed;
    }
  }
}
