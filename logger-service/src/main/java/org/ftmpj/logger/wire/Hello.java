package org.ftmpj.logger.wire;

import java.nio.ByteBuffer;
import org.ftmpj.common.secret.Nonce;
import org.ftmpj.common.secret.Proof;
import org.ftmpj.common.secret.Secret;

/**
 * HELLO, rank to logger. Big-endian:
 *
 * <pre>
 *  0  i64       session: random, the same in all connections of one process
 *  8  i64       first record of the history that is wanted, 0 for no history, -1 for the first that
 *               was not dropped
 * 16  32 bytes  nonce of the rank: random, never used again
 * 48  32 bytes  proof: HMAC-SHA256 over a label, the challenge's nonce and all other fields
 * 80  u8        1 if what follows is {@linkplain Sealing sealed}, else 0
 * 81            the {@link Incarnation}
 * </pre>
 */
public record Hello(
    Incarnation incarnation,
    long session,
    long firstWanted,
    boolean sealed,
    Nonce nonce,
    Proof proof)
    implements FirstFrame {
  /** Of the history the first record that is there is wanted. */
  public static final long KEPT = -1;

  private static final int FIXED = 81;

  /** The longest body of a HELLO, in bytes. */
  public static final int MAX_LENGTH = FIXED + 10 + Incarnation.MAX_JOB;

  private static final Proof NONE = Proof.none();

  /** A hello with its proof. */
  public static Hello to(
      Challenge challenge,
      Secret secret,
      Incarnation incarnation,
      long session,
      long firstWanted,
      boolean sealed) {
    Nonce nonce = Nonce.random();
    Hello hello = new Hello(incarnation, session, firstWanted, sealed, nonce, NONE);
    Proof proof = Proofs.ofHello(secret, challenge, hello);
    return new Hello(incarnation, session, firstWanted, sealed, nonce, proof);
  }

  /** Whether its sender knew the secret and answers that challenge. */
  public boolean isProven(Challenge challenge, Secret secret) {
    return Proofs.ofHello(secret, challenge, this).matches(proof);
  }

  @Override
  public FrameKind kind() {
    return FrameKind.HELLO;
  }

  @Override
  public int bodyLength() {
    return FIXED + incarnation.length();
  }

  @Override
  public void encodeBody(ByteBuffer to) {
    to.putLong(session);
    to.putLong(firstWanted);
    nonce.encode(to);
    proof.encode(to);
    to.put((byte) (sealed ? 1 : 0));
    incarnation.encode(to);
  }

  /** All but the proof. */
  void encodeFields(ByteBuffer to) {
    to.putLong(session);
    to.putLong(firstWanted);
    nonce.encode(to);
    to.put((byte) (sealed ? 1 : 0));
    incarnation.encode(to);
  }

  static Hello decodeBody(ByteBuffer body) throws MalformedFrame {
    long session = body.getLong();
    long firstWanted = body.getLong();
    if (firstWanted < KEPT) {
      throw new MalformedFrame("A history from record " + firstWanted + " is wanted");
    }
    Nonce nonce = Nonce.decode(body);
    Proof proof = Proof.decode(body);
    boolean sealed = Write.flag(body.get());
    return new Hello(Incarnation.decode(body), session, firstWanted, sealed, nonce, proof);
  }

  @Override
  public String toString() {
    return "HELLO of " + incarnation;
  }
}
