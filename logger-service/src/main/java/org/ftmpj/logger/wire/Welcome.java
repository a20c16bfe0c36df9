package org.ftmpj.logger.wire;

import java.nio.ByteBuffer;
import org.ftmpj.common.secret.Proof;
import org.ftmpj.common.secret.Secret;

/**
 * WELCOME, logger to rank: earlier incarnations are fenced. Big-endian:
 *
 * <pre>
 *  0  i64       number of the last stable record of the rank, 0 if there is none
 *  8  32 bytes  proof: HMAC-SHA256 over a label, both nonces and the number
 * </pre>
 */
public record Welcome(long stable, Proof proof) implements Message {
  /** A welcome with its proof. */
  public static Welcome to(Hello hello, Challenge challenge, Secret secret, long stable) {
    return new Welcome(stable, Proofs.ofWelcome(secret, challenge.nonce(), hello.nonce(), stable));
  }

  /** Whether its sender knew the secret and answers that hello. */
  public boolean isProven(Hello hello, Challenge challenge, Secret secret) {
    return Proofs.ofWelcome(secret, challenge.nonce(), hello.nonce(), stable).matches(proof);
  }

  @Override
  public FrameKind kind() {
    return FrameKind.WELCOME;
  }

  @Override
  public int bodyLength() {
    return Long.BYTES + Proof.LENGTH;
  }

  @Override
  public void encodeBody(ByteBuffer to) {
    to.putLong(stable);
    proof.encode(to);
  }

  static Welcome decodeBody(ByteBuffer body) throws MalformedFrame {
    long stable = body.getLong();
    if (stable < 0) {
      throw new MalformedFrame("Record " + stable + " is the last stable one");
    }
    return new Welcome(stable, Proof.decode(body));
  }
}
