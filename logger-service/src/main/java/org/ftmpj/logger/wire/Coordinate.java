package org.ftmpj.logger.wire;

import java.nio.ByteBuffer;
import org.ftmpj.common.secret.Nonce;
import org.ftmpj.common.secret.Proof;
import org.ftmpj.common.secret.Secret;

/**
 * COORDINATE, a process of a job, or another of its loggers, to logger, instead of a HELLO: it has
 * questions to what the loggers of that job agree on. Big-endian:
 *
 * <pre>
 *  0  32 bytes  nonce of the sender: random, never used again
 * 32  32 bytes  proof: HMAC-SHA256 over a label, the challenge's nonce and all other fields
 * 64  u8        1 if what follows is {@linkplain Sealing sealed}, else 0
 * 65            the {@link JobName}
 * </pre>
 */
public record Coordinate(String job, boolean sealed, Nonce nonce, Proof proof)
    implements FirstFrame {
  /**
   * @throws IllegalArgumentException if a job cannot have that name
   */
  public Coordinate {
    if (!JobName.isOne(job)) {
      throw new IllegalArgumentException("No job has the name '" + job + "'");
    }
  }

  /** A coordinate with its proof. */
  public static Coordinate to(Challenge challenge, Secret secret, String job, boolean sealed) {
    Coordinate unproven = new Coordinate(job, sealed, Nonce.random(), Proof.none());
    Proof proof = Proofs.ofCoordinate(secret, challenge, unproven);
    return new Coordinate(job, sealed, unproven.nonce, proof);
  }

  /** Whether its sender knew the secret and answers that challenge. */
  public boolean isProven(Challenge challenge, Secret secret) {
    return Proofs.ofCoordinate(secret, challenge, this).matches(proof);
  }

  @Override
  public FrameKind kind() {
    return FrameKind.COORDINATE;
  }

  @Override
  public int bodyLength() {
    return Nonce.LENGTH + Proof.LENGTH + 1 + JobName.length(job);
  }

  @Override
  public void encodeBody(ByteBuffer to) {
    nonce.encode(to);
    proof.encode(to);
    to.put((byte) (sealed ? 1 : 0));
    JobName.encode(job, to);
  }

  static Coordinate decodeBody(ByteBuffer body) throws MalformedFrame {
    Nonce nonce = Nonce.decode(body);
    Proof proof = Proof.decode(body);
    boolean sealed = Write.flag(body.get());
    try {
      return new Coordinate(JobName.decode(body), sealed, nonce, proof);
    } catch (IllegalArgumentException e) {
      throw new MalformedFrame(e.getMessage());
    }
  }
}
