package org.ftmpj.logger.agreement;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.ftmpj.common.config.HostPort;

/**
 * The reply of one event logger to a {@link Question}. Big-endian:
 *
 * <pre>
 *  0  u8   version, 1
 *  1  u8   1 introduced, 2 done, 3 carried, 4 not founded, 5 not the leader, 6 later
 *  2       introduced: u16 length, id, u16 port, u8 1 if founded, else 0
 *          carried: an encoded {@link Answer}
 *          not founded: u8 1 if complete, else 0
 *          not the leader: the leading logger's address as text; later: why, UTF-8
 * </pre>
 */
public sealed interface Reply {
  /** The most bytes of a reason. */
  int MOST_OF_REASON = 4000;

  /**
   * The reply to {@link Question.Introduce}.
   *
   * @param founded whether it knows its members
   */
  record Introduced(String id, int port, boolean founded) implements Reply {}

  /** The reply to {@link Question.Found}: the members are known durably. */
  record Done() implements Reply {}

  /**
   * The reply to {@link Question.Carry}.
   *
   * @param answer encoded
   */
  record Carried(byte[] answer) implements Reply {}

  /**
   * The reply to {@link Question.Carry} of a logger that knows no members, and to {@link
   * Question.Found} of one that does not know the job.
   *
   * @param complete whether it has run since the job began, and has lost nothing
   */
  record NotFounded(boolean complete) implements Reply {}

  /** The reply to {@link Question.Carry} of a logger that does not lead. */
  record NotLeader(HostPort logger) implements Reply {}

  /** The reply of a logger that cannot answer now. */
  record Later(String why) implements Reply {}

  /** Encodes it for the wire. */
  default byte[] encode() {
    if (this instanceof Introduced introduced) {
      ByteBuffer to = begin(1, Fields.lengthOfName(introduced.id()) + Short.BYTES + 1);
      Fields.putName(introduced.id(), to);
      to.putShort((short) introduced.port());
      return to.put((byte) (introduced.founded() ? 1 : 0)).array();
    }
    if (this instanceof Carried carried) {
      return begin(3, carried.answer().length).put(carried.answer()).array();
    }
    if (this instanceof NotFounded not) {
      return begin(4, 1).put((byte) (not.complete() ? 1 : 0)).array();
    }
    if (this instanceof NotLeader leader) {
      return text(5, leader.logger().toString());
    }
    return this instanceof Later later ? text(6, later.why()) : begin(2, 0).array();
  }

  private static ByteBuffer begin(int kind, int length) {
    return Fields.begin(1 + length).put((byte) kind);
  }

  private static byte[] text(int kind, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    byte[] cut = bytes.length <= MOST_OF_REASON ? bytes : Arrays.copyOf(bytes, MOST_OF_REASON);
    return begin(kind, cut.length).put(cut).array();
  }

  /**
   * Decodes bytes, which may be no reply.
   *
   * @throws org.ftmpj.common.error.FtmpjException {@code LOG_VERSION}, {@code LOG_CORRUPT}
   */
  static Reply decode(byte[] bytes) {
    return Fields.decode("A reply", bytes, Reply::decode);
  }

  private static Reply decode(ByteBuffer from) {
    int kind = from.get();
    return switch (kind) {
      case 1 -> new Introduced(Fields.name(from), from.getShort() & 0xffff, Fields.flag(from));
      case 2 -> new Done();
      case 3 -> new Carried(Fields.rest(from));
      case 4 -> new NotFounded(Fields.flag(from));
      case 5 -> new NotLeader(HostPort.parse(rest(from)));
      case 6 -> new Later(rest(from));
      default -> throw Fields.damaged("No reply is of kind " + kind);
    };
  }

  private static String rest(ByteBuffer from) {
    return new String(Fields.rest(from), StandardCharsets.UTF_8);
  }
}
