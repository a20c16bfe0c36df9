package org.ftmpj.logger.wire;

import java.nio.ByteBuffer;
import org.ftmpj.common.secret.Proof;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.protocol.quorum.LogShape;

/**
 * JOINED, logger to rank: earlier incarnations are fenced. Big-endian:
 *
 * <pre>
 *  0  32 bytes  proof: HMAC-SHA256 over a label, both nonces and all that follows
 * 32  u8        1 if the logger has all that it has ever acknowledged, 0 if not
 * 33  i64       number of the first record from which on it has all of that: those before it were
 *               needed no more
 * 41            what it has, a {@link ShapeCodec shape}
 * </pre>
 */
public record Joined(LogShape shape, long first, boolean complete, Proof proof) implements Message {
  /** The answer with its proof. */
  public static Joined to(
      Join join, Challenge challenge, Secret secret, LogShape shape, long first, boolean complete) {
    Joined unproven = new Joined(shape, first, complete, Proof.none());
    Proof proof = Proofs.ofJoined(secret, challenge, join.nonce(), unproven);
    return new Joined(shape, first, complete, proof);
  }

  /** Whether its sender knew the secret and answers that join. */
  public boolean isProven(Join join, Challenge challenge, Secret secret) {
    return Proofs.ofJoined(secret, challenge, join.nonce(), this).matches(proof);
  }

  @Override
  public FrameKind kind() {
    return FrameKind.JOINED;
  }

  @Override
  public int bodyLength() {
    return Proof.LENGTH + fieldsLength();
  }

  int fieldsLength() {
    return 1 + Long.BYTES + ShapeCodec.length(shape);
  }

  @Override
  public void encodeBody(ByteBuffer to) {
    proof.encode(to);
    encodeFields(to);
  }

  void encodeFields(ByteBuffer to) {
    to.put((byte) (complete ? 1 : 0));
    to.putLong(first);
    ShapeCodec.encode(shape, to);
  }

  static Joined decodeBody(ByteBuffer body) throws MalformedFrame {
    Proof proof = Proof.decode(body);
    boolean complete = Write.flag(body.get());
    long first = body.getLong();
    LogShape shape = ShapeCodec.decode(body);
    if (first < 1 || first > shape.last() + 1) {
      throw new MalformedFrame("Of " + shape + " are there those from " + first + " on");
    }
    return new Joined(shape, first, complete, proof);
  }
}
