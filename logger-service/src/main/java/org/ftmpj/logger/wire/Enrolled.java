package org.ftmpj.logger.wire;

import java.nio.ByteBuffer;
import org.ftmpj.common.secret.Proof;
import org.ftmpj.common.secret.Secret;

/**
 * ENROLLED, the answer to an {@link Enrol}: the logger has noted the job, durably.
 *
 * <pre>
 *  0  32 bytes  proof: HMAC-SHA256 over a label, the challenge's nonce and the proof of the ENROL
 * </pre>
 */
public record Enrolled(Proof proof) implements Message {
  /** The answer with its proof. */
  public static Enrolled to(Enrol enrol, Challenge challenge, Secret secret) {
    return new Enrolled(Proofs.ofEnrolled(secret, challenge, enrol.proof()));
  }

  /** Whether its sender knew the secret and answers that one. */
  public boolean isProven(Enrol enrol, Challenge challenge, Secret secret) {
    return Proofs.ofEnrolled(secret, challenge, enrol.proof()).matches(proof);
  }

  @Override
  public FrameKind kind() {
    return FrameKind.ENROLLED;
  }

  @Override
  public int bodyLength() {
    return Proof.LENGTH;
  }

  @Override
  public void encodeBody(ByteBuffer to) {
    proof.encode(to);
  }

  static Enrolled decodeBody(ByteBuffer body) {
    return new Enrolled(Proof.decode(body));
  }
}
