package org.ftmpj.logger.wire;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.ftmpj.common.secret.Nonce;
import org.ftmpj.common.secret.Proof;
import org.ftmpj.common.secret.Secret;

/** What ranks and event logger prove to each other: each proof is valid in one connection only. */
final class Proofs {
  private static final byte[] HELLO = label("ftmpj event logger: hello 1");
  private static final byte[] FAREWELL = label("ftmpj event logger: farewell 1");
  private static final byte[] FORGOTTEN = label("ftmpj event logger: forgotten 1");
  private static final byte[] WELCOME = label("ftmpj event logger: welcome 1");

  private Proofs() {}

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

  static Proof ofForgotten(Secret secret, Nonce logger, Proof farewell) {
    ByteBuffer content = ByteBuffer.allocate(FORGOTTEN.length + Nonce.LENGTH + Proof.LENGTH);
    content.put(FORGOTTEN);
    logger.encode(content);
    farewell.encode(content);
    return secret.prove(content.flip());
  }

  private static byte[] label(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
