package org.ftmpj.logger.wire;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.ftmpj.common.secret.Nonce;
import org.ftmpj.common.secret.Proof;
import org.ftmpj.common.secret.Secret;

/** What ranks and event logger prove to each other: each proof is valid in one connection only. */
final class Proofs {
  private static final byte[] HELLO = label("ftmpj event logger: hello 2");
  private static final byte[] FAREWELL = label("ftmpj event logger: farewell 1");
  private static final byte[] FORGOTTEN = label("ftmpj event logger: forgotten 1");
  private static final byte[] WELCOME = label("ftmpj event logger: welcome 2");

  private static final byte[] JOIN = label("ftmpj event logger: join 1");
  private static final byte[] JOINED = label("ftmpj event logger: joined 2");
  private static final byte[] ENROL = label("ftmpj event logger: enrol 1");
  private static final byte[] ENROLLED = label("ftmpj event logger: enrolled 1");
  private static final byte[] COORDINATE = label("ftmpj event logger: coordinate 1");
  private static final byte[] COORDINATED = label("ftmpj event logger: coordinated 1");

  private Proofs() {}

  static Proof ofHello(Secret secret, Nonce logger, Hello hello) {
    ByteBuffer content = ByteBuffer.allocate(HELLO.length + Nonce.LENGTH + hello.bodyLength());
    content.put(HELLO);
    logger.encode(content);
    hello.encodeFields(content);
    return secret.prove(content.flip());
  }

  static Proof ofWelcome(Secret secret, Nonce logger, Nonce rank, Welcome welcome) {
    ByteBuffer content = ByteBuffer.allocate(WELCOME.length + 2 * Nonce.LENGTH + Welcome.FIELDS);
    content.put(WELCOME);
    logger.encode(content);
    rank.encode(content);
    welcome.encodeFields(content);
    return secret.prove(content.flip());
  }

  static Proof ofJoin(Secret secret, Nonce logger, Join join) {
    ByteBuffer content = ByteBuffer.allocate(JOIN.length + Nonce.LENGTH + join.bodyLength());
    content.put(JOIN);
    logger.encode(content);
    join.encodeFields(content);
    return secret.prove(content.flip());
  }

  static Proof ofJoined(Secret secret, Nonce logger, Nonce rank, Joined joined) {
    ByteBuffer content =
        ByteBuffer.allocate(JOINED.length + 2 * Nonce.LENGTH + joined.fieldsLength());
    content.put(JOINED);
    logger.encode(content);
    rank.encode(content);
    joined.encodeFields(content);
    return secret.prove(content.flip());
  }

  static Proof ofFarewell(Secret secret, Nonce logger, String job) {
    return ofJob(FAREWELL, secret, logger, job);
  }

  static Proof ofForgotten(Secret secret, Nonce logger, Proof farewell) {
    return ofAnswer(FORGOTTEN, secret, logger, farewell);
  }

  static Proof ofEnrol(Secret secret, Nonce logger, String job, int member, boolean isResumed) {
    ByteBuffer label = ByteBuffer.allocate(ENROL.length + Short.BYTES + 1).put(ENROL);
    label.putShort((short) member).put((byte) (isResumed ? 1 : 0));
    return ofJob(label.array(), secret, logger, job);
  }

  static Proof ofEnrolled(Secret secret, Nonce logger, Proof enrol) {
    return ofAnswer(ENROLLED, secret, logger, enrol);
  }

  static Proof ofCoordinate(Secret secret, Nonce logger, Nonce asking, String job) {
    ByteBuffer label = ByteBuffer.allocate(COORDINATE.length + Nonce.LENGTH).put(COORDINATE);
    asking.encode(label);
    return ofJob(label.array(), secret, logger, job);
  }

  static Proof ofCoordinated(Secret secret, Nonce logger, Proof coordinate) {
    return ofAnswer(COORDINATED, secret, logger, coordinate);
  }

  private static Proof ofJob(byte[] label, Secret secret, Nonce logger, String job) {
    ByteBuffer content = ByteBuffer.allocate(label.length + Nonce.LENGTH + JobName.length(job));
    content.put(label);
    logger.encode(content);
    JobName.encode(job, content);
    return secret.prove(content.flip());
  }

  private static Proof ofAnswer(byte[] label, Secret secret, Nonce logger, Proof asked) {
    ByteBuffer content = ByteBuffer.allocate(label.length + Nonce.LENGTH + Proof.LENGTH);
    content.put(label);
    logger.encode(content);
    asked.encode(content);
    return secret.prove(content.flip());
  }

  private static byte[] label(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
