package org.ftmpj.logger.agreement;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.ftmpj.common.config.HostPort;

/**
 * A question to one event logger of a job. Big-endian:
 *
 * <pre>
 *  0  u8   version, 1
 *  1  u8   1 introduce, 2 found, 3 carry, 4 carry on
 *  2       found: i32 number of loggers, each u16 length and address as text; i32 number of members,
 *          each {@link AgreementMember}; carry: an encoded {@link Request}
 * </pre>
 */
public sealed interface Question {

  /**
   * Asks for its identity, and makes it listen for other members. It begins to listen for other
   * members if it does not.
   */
  record Introduce() implements Question {}

  /**
   * Founds the group of members, who agree from now on; a logger that is not among them learns that
   * they are about to take it in. Nothing changes if it knows its members already.
   *
   * @param loggers all of the job, also those that are no members yet
   */
  record Found(List<HostPort> loggers, List<AgreementMember> members) implements Question {
    public Found {
      loggers = List.copyOf(loggers);
      members = List.copyOf(members);
    }
  }

  /**
   * Asks to have the members carry out a request.
   *
   * @param request encoded
   * @param onward whether it passes the request on to the leader, if that is another one: the
   *     asking process does not reach the leader
   */
  record Carry(byte[] request, boolean onward) implements Question {}

  /** Encodes it for the wire. */
  default byte[] encode() {
    if (this instanceof Found found) {
      int length =
          found.loggers().stream().mapToInt(Fields::lengthOfAddress).sum()
              + found.members().stream().mapToInt(AgreementMember::length).sum();
      ByteBuffer to = Fields.begin(1 + 2 * Integer.BYTES + length).put((byte) 2);
      to.putInt(found.loggers().size());
      found.loggers().forEach(logger -> Fields.putAddress(logger, to));
      to.putInt(found.members().size());
      found.members().forEach(member -> member.encode(to));
      return to.array();
    }
    if (this instanceof Carry carry) {
      byte kind = (byte) (carry.onward() ? 4 : 3);
      return Fields.begin(1 + carry.request().length).put(kind).put(carry.request()).array();
    }
    return Fields.begin(1).put((byte) 1).array();
  }

  /**
   * Decodes bytes, which may be no question.
   *
   * @throws org.ftmpj.common.error.FtmpjException {@code LOG_VERSION}, {@code LOG_CORRUPT}
   */
  static Question decode(byte[] bytes) {
    return Fields.decode("A question", bytes, Question::decode);
  }

  private static Question decode(ByteBuffer from) {
    int kind = from.get();
    return switch (kind) {
      case 1 -> new Introduce();
      case 2 -> {
        List<HostPort> loggers = new ArrayList<>();
        for (int left = Fields.count(from); left > 0; left--) {
          loggers.add(Fields.address(from));
        }
        List<AgreementMember> members = new ArrayList<>();
        for (int left = Fields.count(from); left > 0; left--) {
          members.add(AgreementMember.decode(from));
        }
        yield new Found(loggers, members);
      }
      case 3, 4 -> new Carry(Fields.rest(from), kind == 4);
      default -> throw Fields.damaged("No question is of kind " + kind);
    };
  }
}
