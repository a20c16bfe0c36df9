package org.ftmpj.logger.wire;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.ftmpj.common.secret.Nonce;
import org.ftmpj.common.secret.Proof;
import org.ftmpj.common.secret.Secret;

/** What ranks and event logger prove to each other: each proof is valid in one connection only. */
final class Proofs {
  private static final byte[] FAREWELL = label("ftmpj event logger: farewell 1");
  private static final byte[] FORGOTTEN = label("ftmpj event logger: forgotten 1");
  private static final byte[] JOIN = label("ftmpj event logger: join 2");
  private static final byte[] JOINED = label("ftmpj event logger: joined 3");
  private static final byte[] ENROL = label("ftmpj event logger: enrol 1");
  private static final byte[] ENROLLED = label("ftmpj event logger: enrolled 1");
  private static final byte[] COORDINATE = label("ftmpj event logger: coordinate 2");
  private static final byte[] COORDINATED = label("ftmpj event logger: coordinated 1");

  private Proofs() {}

  static Proof ofJoin(Secret secret, Challenge challenge, Join join) {
    ByteBuffer content =
        ByteBuffer.allocate(JOIN.length + Challenge.BODY_LENGTH + join.bodyLength());
    content.put(JOIN);
    challenge.encodeBody(content);
    join.encodeFields(content);
    return secret.prove(content.flip());
  }

  static Proof ofJoined(Secret secret, Challenge challenge, Nonce rank, Joined joined) {
    ByteBuffer content =
        ByteBuffer.allocate(
            JOINED.length + Challenge.BODY_LENGTH + Nonce.LENGTH + joined.fieldsLength());
    content.put(JOINED);
    challenge.encodeBody(content);
    rank.encode(content);
    joined.encodeFields(content);
    return secret.prove(content.flip());
  }

  static Proof ofFarewell(Secret secret, Challenge challenge, String job) {
    return ofJob(FAREWELL, secret, challenge, job);
  }

  static Proof ofForgotten(Secret secret, Challenge challenge, Proof farewell) {
    return ofAnswer(FORGOTTEN, secret, challenge, farewell);
  }

  static Proof ofEnrol(
      Secret secret, Challenge challenge, String job, int member, boolean isResumed) {
    ByteBuffer label = ByteBuffer.allocate(ENROL.length + Short.BYTES + 1).put(ENROL);
    label.putShort((short) member).put((byte) (isResumed ? 1 : 0));
    return ofJob(label.array(), secret, challenge, job);
  }

  static Proof ofEnrolled(Secret secret, Challenge challenge, Proof enrol) {
    return ofAnswer(ENROLLED, secret, challenge, enrol);
  }

  static Proof ofCoordinate(Secret secret, Challenge challenge, Coordinate asking) {
    ByteBuffer label = ByteBuffer.allocate(COORDINATE.length + 1 + Nonce.LENGTH).put(COORDINATE);
    label.put((byte) (asking.sealed() ? 1 : 0));
    asking.nonce().encode(label);
    return ofJob(label.array(), secret, challenge, asking.job());
  }

  static Proof ofCoordinated(Secret secret, Challenge challenge, Proof coordinate) {
    return ofAnswer(COORDINATED, secret, challenge, coordinate);
  }

  private static Proof ofJob(byte[] label, Secret secret, Challenge challenge, String job) {
    ByteBuffer content =
        ByteBuffer.allocate(label.length + Challenge.BODY_LENGTH + JobName.length(job));
    content.put(label);
    challenge.encodeBody(content);
    JobName.encode(job, content);
    return secret.prove(content.flip());
  }

  private static Proof ofAnswer(byte[] label, Secret secret, Challenge challenge, Proof asked) {
    ByteBuffer content = ByteBuffer.allocate(label.length + Challenge.BODY_LENGTH + Proof.LENGTH);
    content.put(label);
    challenge.encodeBody(content);
    asked.encode(content);
    return secret.prove(content.flip());
  }

  private static byte[] label(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
