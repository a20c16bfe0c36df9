package org.ftmpj.network.auth;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.ftmpj.common.secret.Proof;
import org.ftmpj.common.secret.Secret;

/**
 * What is proven in a connection. Each proof covers the messages before it as they are on the wire,
 * so both nonces from the HELLO on, and a label of its role: none is of use in another connection,
 * for another host, session or path, or for the other side of the same one.
 */
final class Proofs {
  private static final byte[] HELLO = label("ftmpj hosts: hello");
  private static final byte[] WELCOME = label("ftmpj hosts: welcome");
  private static final byte[] KEYS = label("ftmpj hosts: keys");

  private static final String FROM_CONNECTING = "ftmpj hosts: frames of who connects";
  private static final String FROM_ACCEPTING = "ftmpj hosts: frames of who accepts";

  private final Secret secret;

  Proofs(Secret secret) {
    this.secret = secret;
  }

  Proof ofHello(Challenge challenge, Hello hello) {
    ByteBuffer content =
        ByteBuffer.allocate(HELLO.length + Challenge.LENGTH + Hello.UNPROVEN_LENGTH);
    content.put(HELLO).put(challenge.encode());
    hello.encodeUnproven(content);
    return secret.prove(content.flip());
  }

  Proof ofWelcome(Challenge challenge, Hello hello) {
    return secret.prove(all(WELCOME, challenge, hello));
  }

  /** Encrypts the frames of who connects. */
  byte[] keyOfConnecting(Challenge challenge, Hello hello) {
    return secret.derive(all(KEYS, challenge, hello), FROM_CONNECTING);
  }

  /** Encrypts the frames of who accepts. */
  byte[] keyOfAccepting(Challenge challenge, Hello hello) {
    return secret.derive(all(KEYS, challenge, hello), FROM_ACCEPTING);
  }

  private static ByteBuffer all(byte[] label, Challenge challenge, Hello hello) {
    return ByteBuffer.allocate(label.length + Challenge.LENGTH + Hello.LENGTH)
        .put(label)
        .put(challenge.encode())
        .put(hello.encode())
        .flip();
  }

  private static byte[] label(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
