package org.ftmpj.logger.wire;

import java.nio.ByteBuffer;
import org.ftmpj.common.secret.Proof;
import org.ftmpj.common.secret.Secret;

/**
 * FORGOTTEN, the answer to a {@link Farewell}: nothing of that job is kept. It is valid for that
 * very farewell only, so one that heard it and says it again tells nothing new.
 *
 * <pre>
 *  0  32 bytes  proof: HMAC-SHA256 over a label, the challenge's nonce and the farewell's proof
 * </pre>
 */
public record Forgotten(Proof proof) implements Message {
  /** The answer with its proof. */
  public static Forgotten to(Farewell farewell, Challenge challenge, Secret secret) {
    return new Forgotten(Proofs.ofForgotten(secret, challenge, farewell.proof()));
  }

  /** Whether its sender knew the secret and answers that farewell. */
  public boolean isProven(Farewell farewell, Challenge challenge, Secret secret) {
    return Proofs.ofForgotten(secret, challenge, farewell.proof()).matches(proof);
  }

  @Override
  public FrameKind kind() {
    return FrameKind.FORGOTTEN;
  }

  @Override
  public int bodyLength() {
    return Proof.LENGTH;
  }

  @Override
  public void encodeBody(ByteBuffer to) {
    proof.encode(to);
  }

  static Forgotten decodeBody(ByteBuffer body) {
    return new Forgotten(Proof.decode(body));
  }
}
