package org.ftmpj.logger.wire;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * Shows that its sender knows the secret: HMAC-SHA256 over what is only valid in this connection.
 */
public final class Proof {
  static final int LENGTH = 32;

  private static final byte[] HELLO = label("ftmpj event logger: hello 1");
  private static final byte[] FAREWELL = label("ftmpj event logger: farewell 1");
  private static final byte[] WELCOME = label("ftmpj event logger: welcome 1");

  private final byte[] bytes;

  Proof(byte[] bytes) {
    this.bytes = bytes;
  }

  static Proof ofHello(Secret secret, Nonce logger, Hello hello) {
    ByteBuffer content = ByteBuffer.allocate(HELLO.length + Nonce.LENGTH + hello.bodyLength());
    content.put(HELLO);
    logger.encode(content);
    hello.encodeFields(content);
    return secret.prove(content.flip());
  }

  static Proof ofWelcome(Secret secret, Nonce logger, Nonce rank, long stable) {
    ByteBuffer content = ByteBuffer.allocate(WELCOME.length + 2 * Nonce.LENGTH + Long.BYTES);
    content.put(WELCOME);
    logger.encode(content);
    rank.encode(content);
    content.putLong(stable);
    return secret.prove(content.flip());
  }

  static Proof ofFarewell(Secret secret, Nonce logger, String job) {
    ByteBuffer content = ByteBuffer.allocate(FAREWELL.length + Nonce.LENGTH + JobName.length(job));
    content.put(FAREWELL);
    logger.encode(content);
    JobName.encode(job, content);
    return secret.prove(content.flip());
  }

  /** Takes the same time wherever the first difference is. */
  boolean matches(Proof other) {
    return MessageDigest.isEqual(bytes, other.bytes);
  }

  void encode(ByteBuffer to) {
    to.put(bytes);
  }

  static Proof decode(ByteBuffer from) {
    byte[] bytes = new byte[LENGTH];
    from.get(bytes);
    return new Proof(bytes);
  }

  private static byte[] label(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
