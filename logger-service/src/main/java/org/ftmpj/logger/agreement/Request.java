package org.ftmpj.logger.agreement;

import java.nio.ByteBuffer;

/**
 * A {@link Command} with the identity of its request, which may be sent more than once. Big-endian:
 *
 * <pre>
 *  0  u8   version, 1
 *  1  i64  client
 *  9  i64  number
 * 17       the {@link Command}
 * </pre>
 *
 * @param client who asks: random
 * @param number of the command among those of that client, each higher than the one before; it
 *     stays the same when the command is sent again
 */
public record Request(long client, long number, Command command) {

  /** Encodes it for the wire. */
  public byte[] encode() {
    ByteBuffer to = Fields.begin(2 * Long.BYTES + command.length());
    to.putLong(client).putLong(number);
    command.encode(to);
    return to.array();
  }

  /**
   * Decodes bytes, which may be no request.
   *
   * @throws org.ftmpj.common.error.FtmpjException {@code LOG_VERSION}, {@code LOG_CORRUPT}
   */
  public static Request decode(byte[] bytes) {
    return Fields.decode(
        "A request",
        bytes,
        from -> new Request(from.getLong(), from.getLong(), Command.decode(from)));
  }
}
