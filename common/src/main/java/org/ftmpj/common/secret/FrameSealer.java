package org.ftmpj.common.secret;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;

/**
 * Encrypts and authenticates the frames of one direction of one connection: AES-256 in GCM, whose
 * nonce is the frame's number in this connection, which does not go over the wire. So a frame that
 * is changed, repeated, left out, moved, or comes from elsewhere is noticed by the {@link
 * FrameOpener}, unless it is protected less, by another {@link Seal}. Frames have to be sent in the
 * order in which they were sealed. One thread at a time.
 */
public final class FrameSealer {
  /** Bytes by which a frame becomes longer. */
  public static final int OVERHEAD = FrameCipher.TAG_LENGTH;

  private final FrameCipher cipher;

  /**
   * A sealer.
   *
   * @param key of 32 bytes, of this direction of this connection and nothing else
   * @param seal what protects the frames
   */
  public FrameSealer(byte[] key, Seal seal) {
    cipher = new FrameCipher(Cipher.ENCRYPT_MODE, key, seal);
  }

  /**
   * Seals the frame from the buffer's position to its limit, in place, and moves the limit {@link
   * #OVERHEAD} bytes further, for which the buffer needs room.
   *
   * @param clear bytes at the frame's beginning that are authenticated but not encrypted
   */
  public void seal(ByteBuffer frame, int clear) {
    int end = frame.limit() + OVERHEAD;
    try {
      cipher.next(frame, clear, end);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("A frame cannot be sealed", e);
    }
    frame.limit(end);
  }
}
