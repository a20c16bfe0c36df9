package org.ftmpj.common.secret;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * AES-256-GCM over one frame after the other, in place, or its tag alone, or nothing; see {@link
 * Seal}. The nonce is the number of the frame: the key is of one direction of one connection, so
 * none is used twice.
 */
final class FrameCipher {
  static final int TAG_LENGTH = 16;

  private static final int NONCE_LENGTH = 12;

  private static final byte[] NO_TAG = new byte[TAG_LENGTH];

  private final int mode;
  private final Seal seal;
  private final SecretKeySpec key;
  private final Cipher cipher;
  private final byte[] nonce = new byte[NONCE_LENGTH];
  private long frames;

  FrameCipher(int mode, byte[] key, Seal seal) {
    this.mode = mode;
    this.seal = seal;
    this.key = new SecretKeySpec(key, "AES");
    try {
      cipher = Cipher.getInstance("AES/GCM/NoPadding");
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Every Java runtime has AES in GCM", e);
    }
  }

  /** Passes over the next frame. */
  void skip() {
    frames++;
  }

  /**
   * Processes the next frame, from the buffer's position to its limit, neither of which changes.
   *
   * @param end the end of the result, in the same buffer
   */
  void next(ByteBuffer frame, int clear, int end) throws GeneralSecurityException {
    boolean isSealed = mode == Cipher.DECRYPT_MODE;
    if (seal == Seal.NONE) {
      if (!isSealed) {
        frame.limit(end).put(end - TAG_LENGTH, NO_TAG);
      }
      return;
    }
    ByteBuffer.wrap(nonce).putLong(NONCE_LENGTH - Long.BYTES, frames++);
    cipher.init(mode, key, new GCMParameterSpec(8 * TAG_LENGTH, nonce));
    ByteBuffer in = frame.duplicate();
    int tagged = frame.limit() - (isSealed ? TAG_LENGTH : 0);
    int encrypted = seal == Seal.AES ? frame.position() + clear : tagged;
    cipher.updateAAD(in.limit(encrypted));
    ByteBuffer out = frame.duplicate().limit(end).position(encrypted);
    cipher.doFinal(in.limit(frame.limit()), out);
  }
}
