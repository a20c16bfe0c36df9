package org.ftmpj.logger.wire;

import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The name of a job in a frame. Big-endian:
 *
 * <pre>
 *  0  u16  length, 1..{@link Incarnation#MAX_JOB}
 *  2       the name, UTF-8
 * </pre>
 */
final class JobName {
  private JobName() {}

  static boolean isOne(String name) {
    return !name.isEmpty()
        && URLEncoder.encode(name, StandardCharsets.UTF_8).length() <= Incarnation.MAX_JOB;
  }

  static int length(String name) {
    return Short.BYTES + name.getBytes(StandardCharsets.UTF_8).length;
  }

  static void encode(String name, ByteBuffer to) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    to.putShort((short) bytes.length);
    to.put(bytes);
  }

  /**
   * @throws IllegalArgumentException if a job cannot have that name
   */
  static void require(String name) {
    if (!isOne(name)) {
      throw new IllegalArgumentException("No job has the name '" + name + "'");
    }
  }

  /** Reads a name. */
  static String decodeValid(ByteBuffer from) throws MalformedMessage {
    String name = decode(from);
    if (!isOne(name)) {
      throw new MalformedMessage("No job has the name '" + name + "'");
    }
    return name;
  }

  /** Reads a name, which may be invalid. */
  static String decode(ByteBuffer from) throws MalformedMessage {
    int length = from.getShort() & 0xffff;
    if (length > Incarnation.MAX_JOB || length > from.remaining()) {
      throw new MalformedMessage("The name of a job claims to have " + length + " bytes");
    }
    byte[] name = new byte[length];
    from.get(name);
    return new String(name, StandardCharsets.UTF_8);
  }
}
