package org.ftmpj.logger.wire;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * REFUSED, logger to rank, the last frame of a connection. Big-endian:
 *
 * <pre>
 *  0  u8   code
 *  1  u16  length of the reason, 0..{@value #MAX_REASON}
 *  3       the reason for people, UTF-8
 * </pre>
 */
public record Refused(Code code, String reason) implements Message {
  private static final int MAX_REASON = 1000;

  /**
   * The reason of a refusal. The number of a code is its ordinal plus one and part of the format.
   */
  public enum Code {
    /** A newer incarnation, or another process of this one, has come. */
    FENCED,
    /** A frame was damaged or out of place; a new connection may do better. */
    MALFORMED,
    /** The records are not the next ones: some were lost. */
    LOST_RECORDS,
    /** The files of an ended job cannot be removed. */
    NOT_FORGOTTEN,
    /** The logger cannot be that one of several event loggers of the job. */
    NOT_ENROLLED
  }

  @Override
  public FrameKind kind() {
    return FrameKind.REFUSED;
  }

  @Override
  public int bodyLength() {
    return 3 + text().length;
  }

  @Override
  public void encodeBody(ByteBuffer to) {
    byte[] text = text();
    to.put((byte) (code.ordinal() + 1));
    to.putShort((short) text.length);
    to.put(text);
  }

  static Refused decodeBody(ByteBuffer body) throws MalformedMessage {
    int number = body.get();
    int length = body.getShort() & 0xffff;
    if (number < 1 || number > Code.values().length || length > MAX_REASON) {
      throw new MalformedMessage("A refusal has code " + number + " and " + length + " bytes");
    }
    byte[] text = new byte[length];
    body.get(text);
    return new Refused(Code.values()[number - 1], new String(text, StandardCharsets.UTF_8));
  }

  private byte[] text() {
    byte[] text = reason.getBytes(StandardCharsets.UTF_8);
    return text.length <= MAX_REASON ? text : Arrays.copyOf(text, MAX_REASON);
  }
}
