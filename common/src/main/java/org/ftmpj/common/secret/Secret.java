package org.ftmpj.common.secret;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The secret that only the processes of a job and their event logger know. It never goes over the
 * wire.
 */
public final class Secret {
  /** The fewest characters: fewer could be guessed. */
  static final int MIN_LENGTH = 16;

  static final String ALGORITHM = "HmacSHA256";

  private final SecretKeySpec key;

  private Secret(byte[] bytes) {
    key = new SecretKeySpec(bytes, ALGORITHM);
  }

  /**
   * Reads a secret from its file; white space around it does not count.
   *
   * @throws IOException if the file cannot be read or has fewer than 16 characters
   */
  public static Secret read(Path file) throws IOException {
    return of(Files.readString(file, StandardCharsets.ISO_8859_1), file.toString());
  }

  /**
   * A secret from another source than a file; white space around it does not count.
   *
   * @param origin its source, for the message
   * @throws IOException if it has fewer than 16 characters
   */
  public static Secret of(String text, String origin) throws IOException {
    String stripped = text.strip();
    if (stripped.length() < MIN_LENGTH) {
      throw new IOException(
          origin
              + " holds a secret of "
              + stripped.length()
              + " characters, at least "
              + MIN_LENGTH
              + " are needed");
    }
    return new Secret(stripped.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** HMAC-SHA256 of the buffer's content, from its position to its limit. Any thread. */
  public Proof prove(ByteBuffer content) {
    return new Proof(mac(key, content));
  }

  /**
   * A key of 32 bytes that only those who know the secret can derive: as in HKDF (RFC 5869), with
   * the secret, whose form is unknown, as the key of the first step.
   *
   * @param context the contributions of both sides, from its position to its limit
   * @param purpose the purpose of the key; another purpose gives another key
   */
  public byte[] derive(ByteBuffer context, String purpose) {
    SecretKeySpec extracted = new SecretKeySpec(mac(key, context), ALGORITHM);
    byte[] info = purpose.getBytes(StandardCharsets.US_ASCII);
    return mac(extracted, ByteBuffer.allocate(info.length + 1).put(info).put((byte) 1).flip());
  }

  private static byte[] mac(SecretKeySpec key, ByteBuffer content) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      mac.update(content);
      return mac.doFinal();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Every Java runtime has " + ALGORITHM, e);
    }
  }

  @Override
  public String toString() {
    return "(secret)";
  }
}
