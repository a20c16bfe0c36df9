package org.ftmpj.common.secret;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A {@link Proof} of content that comes in pieces: HMAC-SHA256 over all of them. One thread. */
public final class RunningProof {
  private final Mac mac;

  /**
   * A proof of nothing yet.
   *
   * @param key of {@link Secret#derive}
   */
  public RunningProof(byte[] key) {
    try {
      mac = Mac.getInstance(Secret.ALGORITHM);
      mac.init(new SecretKeySpec(key, Secret.ALGORITHM));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Every Java runtime has " + Secret.ALGORITHM, e);
    }
  }

  /** Adds the bytes from the buffer's position to its limit, neither of which changes. */
  public void add(ByteBuffer piece) {
    mac.update(piece.duplicate());
  }

  /** The proof of all pieces, after which none can be added. Nothing can be added afterwards. */
  public Proof proof() {
    return new Proof(mac.doFinal());
  }
}
