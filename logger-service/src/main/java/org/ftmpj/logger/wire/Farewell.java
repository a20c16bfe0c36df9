package org.ftmpj.logger.wire;

import java.nio.ByteBuffer;
import org.ftmpj.common.secret.Proof;
import org.ftmpj.common.secret.Secret;

/**
 * FAREWELL, launcher of a job to logger, instead of a HELLO: the job has ended, nothing of it will
 * ever be asked for. Big-endian:
 *
 * <pre>
 *  0  32 bytes  proof: HMAC-SHA256 over a label, the challenge's nonce and the name
 * 32            the {@link JobName}
 * </pre>
 */
public record Farewell(String job, Proof proof) implements Message {
  /**
   * @throws IllegalArgumentException if a job cannot have that name
   */
  public Farewell {
    if (!JobName.isOne(job)) {
      throw new IllegalArgumentException("No job has the name '" + job + "'");
    }
  }

  /** A farewell with its proof. */
  public static Farewell to(Challenge challenge, Secret secret, String job) {
    return new Farewell(job, Proofs.ofFarewell(secret, challenge, job));
  }

  /** Whether its sender knew the secret and answers that challenge. */
  public boolean isProven(Challenge challenge, Secret secret) {
    return Proofs.ofFarewell(secret, challenge, job).matches(proof);
  }

  @Override
  public FrameKind kind() {
    return FrameKind.FAREWELL;
  }

  @Override
  public int bodyLength() {
    return Proof.LENGTH + JobName.length(job);
  }

  @Override
  public void encodeBody(ByteBuffer to) {
    proof.encode(to);
    JobName.encode(job, to);
  }

  static Farewell decodeBody(ByteBuffer body) throws MalformedFrame {
    Proof proof = Proof.decode(body);
    try {
      return new Farewell(JobName.decode(body), proof);
    } catch (IllegalArgumentException e) {
      throw new MalformedFrame(e.getMessage());
    }
  }
}
