package org.ftmpj.network.wire;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Certificates and keys in the form that openssl writes. */
final class PemFiles {
  private static final Pattern KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");

  private static final List<String> KINDS = List.of("EC", "RSA", "EdDSA");

  private PemFiles() {}

  static KeyStore identity(Path certificate, Path key)
      throws IOException, GeneralSecurityException {
    KeyStore store = empty();
    Certificate[] chain = certificates(certificate).toArray(Certificate[]::new);
    PrivateKey secret = key(key);
    if (!secret.getAlgorithm().equals(chain[0].getPublicKey().getAlgorithm())) {
      throw new InvalidKeySpecException(key + " is not the key of " + certificate);
    }
    store.setKeyEntry("host", secret, new char[0], chain);
    return store;
  }

  static KeyStore trusted(Path trust) throws IOException, GeneralSecurityException {
    KeyStore store = empty();
    int number = 0;
    for (Certificate certificate : certificates(trust)) {
      store.setCertificateEntry("trusted" + number++, certificate);
    }
    return store;
  }

  private static KeyStore empty() throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    return store;
  }

  private static Collection<? extends Certificate> certificates(Path file)
      throws IOException, GeneralSecurityException {
    try (InputStream in = Files.newInputStream(file)) {
      Collection<? extends Certificate> certificates =
          CertificateFactory.getInstance("X.509").generateCertificates(in);
      if (certificates.isEmpty()) {
        throw new CertificateException(file + " holds no certificate");
      }
      return certificates;
    } catch (CertificateException e) {
      throw new CertificateException(file + " holds no certificates in PEM: " + e.getMessage(), e);
    }
  }

  private static PrivateKey key(Path file) throws IOException, GeneralSecurityException {
    Matcher found = KEY.matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
    if (found.find()) {
      PKCS8EncodedKeySpec encoded =
          new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(found.group(1)));
      for (String kind : KINDS) {
        try {
          return KeyFactory.getInstance(kind).generatePrivate(encoded);
        } catch (InvalidKeySpecException e) {
          continue; // It is of another kind, or of none.
        }
      }
    }
    throw new InvalidKeySpecException(
        file + " holds no private key in PEM (PKCS #8, without a password) of " + KINDS);
  }
}
