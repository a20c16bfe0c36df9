package org.ftmpj.common.secret;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;

/**
 * Opens the frames that a {@link FrameSealer} at the other end of the connection has sealed. One
 * thread at a time.
 */
public final class FrameOpener {
  private final FrameCipher cipher;

  /**
   * An opener.
   *
   * @param key the sealer's, of 32 bytes
   * @param seal the sealer's
   */
  public FrameOpener(byte[] key, Seal seal) {
    cipher = new FrameCipher(Cipher.DECRYPT_MODE, key, seal);
  }

  /**
   * Opens the frame from the buffer's position to its limit, in place, and moves the limit {@link
   * FrameSealer#OVERHEAD} bytes back. Has to be called for each frame in the order of the
   * connection, also for one that is known to be damaged: it counts.
   *
   * @param clear bytes at the frame's beginning that are not encrypted
   * @return whether the frame is what was sealed, and the next one of this connection. If not,
   *     nothing in it is to be believed, not even what is not encrypted; the frames after it can
   *     still be opened if only its bytes were damaged.
   */
  public boolean open(ByteBuffer frame, int clear) {
    int end = frame.limit() - FrameSealer.OVERHEAD;
    if (end < frame.position() + clear) {
      cipher.skip();
      return false;
    }
    try {
      cipher.next(frame, clear, frame.limit());
    } catch (AEADBadTagException e) {
      return false;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("A frame cannot be opened", e);
    }
    frame.limit(end);
    return true;
  }
}
