package org.ftmpj.logger.wire;

import java.nio.ByteBuffer;
import org.ftmpj.common.secret.Proof;
import org.ftmpj.common.secret.Secret;

/**
 * WELCOME, logger to rank: earlier incarnations are fenced. Big-endian:
 *
 * <pre>
 *  0  i64       number of the first record that the logger has or gets next: those before it were
 *               needed no more, and are dropped
 *  8  i64       number of the last stable record of the rank, 0 if there is none
 * 16  32 bytes  proof: HMAC-SHA256 over a label, both nonces and both numbers
 * </pre>
 */
public record Welcome(long first, long stable, Proof proof) implements Message {
  static final int FIELDS = 2 * Long.BYTES;

  /** A welcome with its proof. */
  public static Welcome to(
      Hello hello, Challenge challenge, Secret secret, long first, long stable) {
    Welcome unproven = new Welcome(first, stable, Proof.none());
    Proof proof = Proofs.ofWelcome(secret, challenge, hello.nonce(), unproven);
    return new Welcome(first, stable, proof);
  }

  /** Whether its sender knew the secret and answers that hello. */
  public boolean isProven(Hello hello, Challenge challenge, Secret secret) {
    return Proofs.ofWelcome(secret, challenge, hello.nonce(), this).matches(proof);
  }

  @Override
  public FrameKind kind() {
    return FrameKind.WELCOME;
  }

  @Override
  public int bodyLength() {
    return FIELDS + Proof.LENGTH;
  }

  @Override
  public void encodeBody(ByteBuffer to) {
    encodeFields(to);
    proof.encode(to);
  }

  /** All but the proof. */
  void encodeFields(ByteBuffer to) {
    to.putLong(first);
    to.putLong(stable);
  }

  static Welcome decodeBody(ByteBuffer body) throws MalformedFrame {
    long first = body.getLong();
    long stable = body.getLong();
    if (stable < 0 || first < 1 || first > stable + 1) {
      throw new MalformedFrame("Records " + first + " to " + stable + " are there");
    }
    return new Welcome(first, stable, Proof.decode(body));
  }
}
