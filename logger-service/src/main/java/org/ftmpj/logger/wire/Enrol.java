package org.ftmpj.logger.wire;

import java.nio.ByteBuffer;
import org.ftmpj.common.secret.Proof;
import org.ftmpj.common.secret.Secret;

/**
 * ENROL, launcher of a job to one of several loggers, before any rank is started: nothing of the
 * job was recorded so far, so one that has nothing of it later has lost nothing. Of a job that is
 * resumed the same with another meaning: whether the logger was told then, and still has all.
 * Big-endian:
 *
 * <pre>
 *  0  32 bytes  proof: HMAC-SHA256 over a label, the challenge's nonce and what follows
 * 32  u16       which of the loggers it is, from 0
 * 34  u8        1 if the job is resumed, else 0
 * 35            the {@link JobName}
 * </pre>
 */
public record Enrol(String job, int member, boolean isResumed, Proof proof) implements Message {
  /** Which one a logger can be. */
  static final int MOST_MEMBERS = 1 << 16;

  /**
   * @throws IllegalArgumentException if a job cannot have that name, or that logger
   */
  public Enrol {
    if (!JobName.isOne(job) || member < 0 || member >= MOST_MEMBERS) {
      throw new IllegalArgumentException(
          "No job has the name '" + job + "' and the event logger " + member);
    }
  }

  /** An enrol with its proof. */
  public static Enrol to(
      Challenge challenge, Secret secret, String job, int member, boolean isResumed) {
    return new Enrol(
        job, member, isResumed, Proofs.ofEnrol(secret, challenge, job, member, isResumed));
  }

  /** Whether its sender knew the secret and answers that challenge. */
  public boolean isProven(Challenge challenge, Secret secret) {
    return Proofs.ofEnrol(secret, challenge, job, member, isResumed).matches(proof);
  }

  @Override
  public FrameKind kind() {
    return FrameKind.ENROL;
  }

  @Override
  public int bodyLength() {
    return Proof.LENGTH + Short.BYTES + 1 + JobName.length(job);
  }

  @Override
  public void encodeBody(ByteBuffer to) {
    proof.encode(to);
    to.putShort((short) member);
    to.put((byte) (isResumed ? 1 : 0));
    JobName.encode(job, to);
  }

  static Enrol decodeBody(ByteBuffer body) throws MalformedFrame {
    Proof proof = Proof.decode(body);
    int member = body.getShort() & 0xffff;
    boolean isResumed = body.get() != 0;
    try {
      return new Enrol(JobName.decode(body), member, isResumed, proof);
    } catch (IllegalArgumentException e) {
      throw new MalformedFrame(e.getMessage());
    }
  }
}
