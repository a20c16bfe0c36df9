package org.ftmpj.logger.wire;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** What only the ranks of a job and their event logger know. Never goes over the wire. */
public final class Secret {
  /** Fewer characters could be guessed. */
  static final int MIN_LENGTH = 16;

  private static final String ALGORITHM = "HmacSHA256";

  private final SecretKeySpec key;

  private Secret(byte[] bytes) {
    key = new SecretKeySpec(bytes, ALGORITHM);
  }

  /**
   * Reads a secret from its file; white space around it does not count.
   *
   * @throws IOException if the file cannot be read or holds fewer than 16 characters
   */
  public static Secret read(Path file) throws IOException {
    String text = Files.readString(file, StandardCharsets.ISO_8859_1).strip();
    if (text.length() < MIN_LENGTH) {
      throw new IOException(
          file + " holds a secret of " + text.length() + " characters, at least " + MIN_LENGTH);
    }
    return new Secret(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** HMAC-SHA256 of the buffer's content, from its position to its limit. */
  Proof prove(ByteBuffer content) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      mac.update(content);
      return new Proof(mac.doFinal());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Every Java runtime has " + ALGORITHM, e);
    }
  }

  @Override
  public String toString() {
    return "(secret)";
  }
}
