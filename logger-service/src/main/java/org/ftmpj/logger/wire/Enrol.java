package org.ftmpj.logger.wire;

import java.nio.ByteBuffer;
import org.ftmpj.common.secret.Proof;
import org.ftmpj.common.secret.Secret;

/**
 * ENROL, launcher of a job to one of several loggers, before any rank is started: nothing of the
 * job was recorded so far, so one that has nothing of it later has lost nothing. Big-endian:
 *
 * <pre>
 *  0  32 bytes  proof: HMAC-SHA256 over a label, the challenge's nonce and what follows
 * 32  u16       which of the loggers it is, from 0
 * 34            the {@link JobName}
 * </pre>
 */
public record Enrol(String job, int member, Proof proof) implements Message {
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
  public static Enrol to(Challenge challenge, Secret secret, String job, int member) {
    return new Enrol(job, member, Proofs.ofEnrol(secret, challenge.nonce(), job, member));
  }

  /** Whether its sender knew the secret and answers that challenge. */
  public boolean isProven(Challenge challenge, Secret secret) {
    return Proofs.ofEnrol(secret, challenge.nonce(), job, member).matches(proof);
  }

  @Override
  public FrameKind kind() {
    return FrameKind.ENROL;
  }

  @Override
  public int bodyLength() {
    return Proof.LENGTH + Short.BYTES + JobName.length(job);
  }

  @Override
  public void encodeBody(ByteBuffer to) {
    proof.encode(to);
    to.putShort((short) member);
    JobName.encode(job, to);
  }

  static Enrol decodeBody(ByteBuffer body) throws MalformedFrame {
    Proof proof = Proof.decode(body);
    int member = body.getShort() & 0xffff;
    try {
      return new Enrol(JobName.decode(body), member, proof);
    } catch (IllegalArgumentException e) {
      throw new MalformedFrame(e.getMessage());
    }
  }
}
