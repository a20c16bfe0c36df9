package org.ftmpj.logger.agreement;

import java.nio.ByteBuffer;

/**
 * The answer of the event loggers to a {@link Command}. Big-endian: u8 version, 1; u8 1 if
 * accepted, else 0; the {@link AgreedState}.
 *
 * @param accepted whether the command was carried out
 * @param state the state after the command
 */
public record Answer(boolean accepted, AgreedState state) {

  /** Encodes it for the wire. */
  public byte[] encode() {
    ByteBuffer to = Fields.begin(1 + state.length());
    to.put((byte) (accepted ? 1 : 0));
    state.encode(to);
    return to.array();
  }

  /**
   * Decodes bytes, which may be no answer.
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
