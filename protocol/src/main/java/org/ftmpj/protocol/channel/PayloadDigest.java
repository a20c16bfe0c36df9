package org.ftmpj.protocol.channel;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** The digest of a payload: CRC-32C of a message's static and dynamic part, in that order. */
public final class PayloadDigest {
  private final CRC32C crc = new CRC32C();

  /**
   * Computes a digest.
   *
   * @param envelope has the lengths of the parts
   * @param fixed the static part from its position on; its position and limit do not change
   * @param dynamic the dynamic part; may be null if that is empty
   */
  public int of(Envelope envelope, ByteBuffer fixed, byte[] dynamic) {
    crc.reset();
    if (envelope.fixedLength() > 0) {
      int position = fixed.position();
      int limit = fixed.limit();
      crc.update(fixed.limit(position + envelope.fixedLength()));
      fixed.limit(limit).position(position);
    }
    if (envelope.dynamicLength() > 0) {
      crc.update(dynamic, 0, envelope.dynamicLength());
    }
    return (int) crc.getValue();
  }
}
