package org.ftmpj.coordinator;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.util.HexFormat;
import org.ftmpj.common.secret.Proof;
import org.ftmpj.common.secret.Secret;

/**
 * A new key with a certificate that proves that its owner knows the secret: it is self-signed, and
 * its name is the HMAC of the public key under the secret. Creating one takes the secret, using one
 * takes its private key.
 *
 * <p>The JDK reads certificates, but has no public means to make one; this writes the few fields by
 * the encoding rules (X.690, RFC 5280, section 4.1).
 */
record Certificate(X509Certificate certificate, PrivateKey key) {
  private static final byte[] LABEL =
      "ftmpj event logger: member 1".getBytes(StandardCharsets.US_ASCII);

  private static final int INTEGER = 0x02;
  private static final int BITS = 0x03;
  private static final int UTF8 = 0x0c;
  private static final int TIME = 0x18;
  private static final int SEQUENCE = 0x30;
  private static final int SET = 0x31;
  private static final int VERSION = 0xa0;

  /** ecdsa-with-SHA256 (1.2.840.10045.4.3.2), id-at-commonName (2.5.4.3). */
  private static final byte[] ECDSA = HexFormat.of().parseHex("06082a8648ce3d040302");

  private static final byte[] COMMON_NAME = HexFormat.of().parseHex("0603550403");

  /** Creates a certificate. */
  static Certificate by(Secret secret) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      KeyPair pair = generator.generateKeyPair();
      byte[] signed = toBeSigned(pair.getPublic(), nameBy(secret, pair.getPublic()));
      Signature signature = Signature.getInstance("SHA256withECDSA");
      signature.initSign(pair.getPrivate());
      signature.update(signed);
      byte[] bits = join(new byte[1], signature.sign());
      byte[] whole = value(SEQUENCE, signed, value(SEQUENCE, ECDSA), value(BITS, bits));
      return new Certificate(read(whole), pair.getPrivate());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Every Java runtime has ECDSA and X.509", e);
    }
  }

  /**
   * Whether the creator of a certificate knew the secret. TLS finds out whether its sender has its
   * key.
   */
  static boolean isBy(Secret secret, X509Certificate certificate) {
    try {
      certificate.verify(certificate.getPublicKey());
    } catch (GeneralSecurityException e) {
      return false;
    }
    String name = "CN=" + nameBy(secret, certificate.getPublicKey());
    return certificate.getSubjectX500Principal().getName().equals(name);
  }

  private static String nameBy(Secret secret, PublicKey key) {
    ByteBuffer proof = ByteBuffer.allocate(Proof.LENGTH);
    secret.prove(ByteBuffer.wrap(join(LABEL, key.getEncoded()))).encode(proof);
    return HexFormat.of().formatHex(proof.array());
  }

  private static byte[] toBeSigned(PublicKey key, String name) {
    byte[] text = value(UTF8, name.getBytes(StandardCharsets.US_ASCII));
    byte[] named = value(SEQUENCE, value(SET, value(SEQUENCE, COMMON_NAME, text)));
    byte[] always = value(SEQUENCE, time("20000101000000Z"), time("99991231235959Z"));
    return value(
        SEQUENCE,
        value(VERSION, integer(2)),
        integer(1),
        value(SEQUENCE, ECDSA),
        named,
        always,
        named,
        key.getEncoded());
  }

  private static byte[] integer(int number) {
    return value(INTEGER, BigInteger.valueOf(number).toByteArray());
  }

  private static byte[] time(String text) {
    return value(TIME, text.getBytes(StandardCharsets.US_ASCII));
  }

  /** A tag, the length of its content, and the content. */
  private static byte[] value(int tag, byte[]... parts) {
    byte[] content = join(parts);
    byte[] length =
        content.length < 0x80
            ? new byte[] {(byte) content.length}
            : new byte[] {(byte) 0x82, (byte) (content.length >> 8), (byte) content.length};
    return join(new byte[] {(byte) tag}, length, content);
  }

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream joined = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      joined.writeBytes(part);
    }
    return joined.toByteArray();
  }

  private static X509Certificate read(byte[] bytes) throws GeneralSecurityException {
    return (X509Certificate)
        CertificateFactory.getInstance("X.509")
            .generateCertificate(new ByteArrayInputStream(bytes));
  }
}
