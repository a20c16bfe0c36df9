package org.ftmpj.logger.wire;

import java.nio.ByteBuffer;
import org.ftmpj.common.secret.Proof;
import org.ftmpj.common.secret.Secret;

/**
 * COORDINATED, the answer to a {@link Coordinate}: questions may come.
 *
 * <pre>
 *  0  32 bytes  proof: HMAC-SHA256 over a label, the challenge's nonce and the proof of the COORDINATE
 * </pre>
 */
public record Coordinated(Proof proof) implements Message {
  /** The answer with its proof. */
  public static Coordinated to(Coordinate asked, Challenge challenge, Secret secret) {
    return new Coordinated(Proofs.ofCoordinated(secret, challenge, asked.proof()));
  }

  /** Whether its sender knew the secret and answers that one. */
  public boolean isProven(Coordinate asked, Challenge challenge, Secret secret) {
    return Proofs.ofCoordinated(secret, challenge, asked.proof()).matches(proof);
  }

  @Override
  public FrameKind kind() {
    return FrameKind.COORDINATED;
  }

  @Override
  public int bodyLength() {
    return Proof.LENGTH;
  }

  @Override
  public void encodeBody(ByteBuffer to) {
    proof.encode(to);
  }

  static Coordinated decodeBody(ByteBuffer body) {
    return new Coordinated(Proof.decode(body));
  }
}
