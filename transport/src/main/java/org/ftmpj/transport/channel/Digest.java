package org.ftmpj.transport.channel;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.ftmpj.protocol.channel.Envelope;

/** CRC-32C of a message's static and dynamic part, in that order. */
final class Digest {
  private final CRC32C crc = new CRC32C();

  /** Leaves the buffer's position and limit as they are. */
  int of(Envelope envelope, ByteBuffer fixed, byte[] dynamic) {
    crc.reset();
    if (envelope.fixedLength() > 0) {
      int position = fixed.position();
      int limit = fixed.limit();
      fixed.limit(position + envelope.fixedLength());
      crc.update(fixed);
      fixed.limit(limit).position(position);
    }
    if (envelope.dynamicLength() > 0) {
      crc.update(dynamic, 0, envelope.dynamicLength());
    }
    return (int) crc.getValue();
  }
}
