package org.ftmpj.common.handshake;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.spec.X509EncodedKeySpec;
import javax.crypto.KeyAgreement;

/**
 * One side of an ephemeral Diffie-Hellman exchange (X25519), used for one connection. It provides
 * forward secrecy: recorded traffic stays secret even if the job's secret leaks later.
 */
final class KeyExchange {
  /** Bytes of a share. */
  static final int LENGTH = 44;

  private static final String KIND = "X25519";

  private final KeyPair own;

  KeyExchange() {
    try {
      own = KeyPairGenerator.getInstance(KIND).generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Every Java runtime has " + KIND, e);
    }
  }

  /** The public key for the other side, in the encoding of X.509. */
  byte[] share() {
    return own.getPublic().getEncoded();
  }

  /**
   * The secret that only both sides can compute.
   *
   * @param share the share of the other side
   */
  byte[] with(byte[] share) throws NotProven {
    try {
      PublicKey other = KeyFactory.getInstance(KIND).generatePublic(new X509EncodedKeySpec(share));
      KeyAgreement agreement = KeyAgreement.getInstance(KIND);
      agreement.init(own.getPrivate());
      agreement.doPhase(other, true);
      return agreement.generateSecret();
    } catch (GeneralSecurityException e) {
      throw new NotProven(Refusal.FOREIGN, "What came instead of a key is none: " + e.getMessage());
    }
  }
}
