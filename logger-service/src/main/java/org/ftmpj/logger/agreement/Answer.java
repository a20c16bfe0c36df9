package org.ftmpj.logger.agreement;

import java.nio.ByteBuffer;

/**
 * What the event loggers answer to a {@link Command}. Big-endian: u8 version, 1; u8 1 if accepted,
 * else 0; the {@link AgreedState}.
 *
 * @param accepted whether the command was carried out
 * @param state as it is after the command
 */
public record Answer(boolean accepted, AgreedState state) {

  /** As it goes over the wire. */
  public byte[] encode() {
    ByteBuffer to = Fields.begin(1 + state.length());
    to.put((byte) (accepted ? 1 : 0));
    state.encode(to);
    return to.array();
  }

  /**
   * Reads what may be no answer.
   *
   * @throws org.ftmpj.common.error.FtmpjException {@code LOG_VERSION}, {@code LOG_CORRUPT}
   */
  public static Answer decode(byte[] bytes) {
    return Fields.decode(
        "An answer",
        bytes,
        from -> {
          boolean accepted = Fields.flag(from);
          return new Answer(accepted, AgreedState.decode(from));
        });
  }
}
