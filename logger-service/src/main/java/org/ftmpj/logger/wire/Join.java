package org.ftmpj.logger.wire;

import java.nio.ByteBuffer;
import org.ftmpj.common.secret.Nonce;
import org.ftmpj.common.secret.Proof;
import org.ftmpj.common.secret.Secret;

/**
 * JOIN, rank to logger: says which incarnation of which rank writes from now on. Big-endian:
 *
 * <pre>
 *  0  i64       session: random, the same in all connections of one process
 *  8  32 bytes  nonce of the rank: random, never used again
 * 40  32 bytes  proof: HMAC-SHA256 over a label, the challenge's nonce and all other fields
 * 72  u8        1 if what follows is {@linkplain Sealing sealed}, else 0
 * 73            the {@link Incarnation}
 * </pre>
 */
public record Join(Incarnation incarnation, long session, boolean sealed, Nonce nonce, Proof proof)
    implements FirstFrame {
  private static final int FIXED = Long.BYTES + 1 + Nonce.LENGTH + Proof.LENGTH;

  /** The longest body of a JOIN, in bytes. */
  public static final int MAX_LENGTH = FIXED + 10 + Incarnation.MAX_JOB;

  /** A join with its proof. */
  public static Join to(
      Challenge challenge, Secret secret, Incarnation incarnation, long session, boolean sealed) {
    Join join = new Join(incarnation, session, sealed, Nonce.random(), Proof.none());
    Proof proof = Proofs.ofJoin(secret, challenge, join);
    return new Join(incarnation, session, sealed, join.nonce, proof);
  }

  /** Whether its sender knew the secret and answers that challenge. */
  public boolean isProven(Challenge challenge, Secret secret) {
    return Proofs.ofJoin(secret, challenge, this).matches(proof);
  }

  @Override
  public FrameKind kind() {
    return FrameKind.JOIN;
  }

  @Override
  public int bodyLength() {
    return FIXED + incarnation.length();
  }

  @Override
  public void encodeBody(ByteBuffer to) {
    to.putLong(session);
    nonce.encode(to);
    proof.encode(to);
    to.put((byte) (sealed ? 1 : 0));
    incarnation.encode(to);
  }

  /** All but the proof. */
  void encodeFields(ByteBuffer to) {
    to.putLong(session);
    nonce.encode(to);
    to.put((byte) (sealed ? 1 : 0));
    incarnation.encode(to);
  }

  static Join decodeBody(ByteBuffer body) throws MalformedFrame {
    long session = body.getLong();
    Nonce nonce = Nonce.decode(body);
    Proof proof = Proof.decode(body);
    boolean sealed = Write.flag(body.get());
    return new Join(Incarnation.decode(body), session, sealed, nonce, proof);
  }

  @Override
  public String toString() {
    return "JOIN of " + incarnation;
  }
}
