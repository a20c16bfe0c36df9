package org.ftmpj.logger.wire;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.ftmpj.common.secret.FrameOpener;
import org.ftmpj.common.secret.FrameSealer;
import org.ftmpj.common.secret.Secret;

/**
 * How what follows the opening of a connection is encrypted and authenticated: by a key for each
 * direction, which follows from the secret, the challenge and the client's first frame. Both have a
 * nonce of their sender, so no two connections have the same key. A connection within a host, over
 * its loopback address, is not sealed: to read it takes the rights to read the job's memory, and to
 * seal it would make a gate of level host half again as long.
 */
public final class Sealing {
  private static final byte[] KEYS =
      "ftmpj event logger: keys 1".getBytes(StandardCharsets.US_ASCII);

  private static final String FROM_CLIENT = "ftmpj event logger: frames of a client";
  private static final String FROM_LOGGER = "ftmpj event logger: frames of a logger";

  private Sealing() {}

  /**
   * At the client, which has got the answer to its first frame: all that comes and goes from now
   * on.
   *
   * @param opening says whether that is so
   */
  public static void atClient(
      Secret secret, Challenge challenge, FirstFrame opening, Outbox out, FrameBuffer in) {
    if (opening.sealed()) {
      out.seal(new FrameSealer(key(secret, challenge, opening, FROM_CLIENT)));
      in.open(new FrameOpener(key(secret, challenge, opening, FROM_LOGGER)));
    }
  }

  /** The same at the logger, which has added its answer to what it sends. */
  public static void atLogger(
      Secret secret, Challenge challenge, FirstFrame opening, Outbox out, FrameBuffer in) {
    if (opening.sealed()) {
      out.seal(new FrameSealer(key(secret, challenge, opening, FROM_LOGGER)));
      in.open(new FrameOpener(key(secret, challenge, opening, FROM_CLIENT)));
    }
  }

  private static byte[] key(
      Secret secret, Challenge challenge, FirstFrame opening, String purpose) {
    ByteBuffer context =
        ByteBuffer.allocate(KEYS.length + Challenge.BODY_LENGTH + opening.length());
    context.put(KEYS);
    challenge.encodeBody(context);
    opening.encode(context);
    return secret.derive(context.flip(), purpose);
  }
}
