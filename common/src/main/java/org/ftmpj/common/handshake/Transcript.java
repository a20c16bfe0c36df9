package org.ftmpj.common.handshake;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.ftmpj.common.secret.FrameOpener;
import org.ftmpj.common.secret.FrameSealer;
import org.ftmpj.common.secret.Proof;
import org.ftmpj.common.secret.Seal;
import org.ftmpj.common.secret.Secret;

/**
 * The messages of a handshake so far, as on the wire. Each proof and each key depends on all of
 * them, so on both nonces, and on its role: none is of use in another connection, for another
 * purpose, or for the other side of this connection.
 */
final class Transcript {
  private static final String HELLO = "ftmpj handshake: hello";
  private static final String WELCOME = "ftmpj handshake: welcome";
  private static final String KEYS = "ftmpj handshake: keys";

  /** The purposes of the keys. */
  static final String FROM_CONNECTOR = "ftmpj handshake: frames of the connector";

  static final String FROM_ACCEPTOR = "ftmpj handshake: frames of the acceptor";

  private final Secret secret;
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();

  Transcript(Secret secret) {
    this.secret = secret;
  }

  /** Adds a message up to its proof. */
  Transcript addUnproven(ByteBuffer message) {
    said.write(message.array(), 0, HandshakeMessage.proofAt(message));
    return this;
  }

  /** Adds the rest of a message, or all of one without a proof. */
  Transcript add(ByteBuffer message, int from) {
    said.write(message.array(), from, message.capacity() - from);
    return this;
  }

  Proof ofHello() {
    return secret.prove(ByteBuffer.wrap(all(HELLO)));
  }

  Proof ofWelcome() {
    return secret.prove(ByteBuffer.wrap(all(WELCOME)));
  }

  /**
   * The seals of one side.
   *
   * @param shared the result of the key exchange
   * @param ownFrames the purpose of the key of this side's frames
   * @param itsFrames the purpose of the key of the other side's frames
   * @param seal what protects frames
   */
  Seals seals(byte[] shared, String ownFrames, String itsFrames, Seal seal) {
    byte[] transcript = all(KEYS);
    ByteBuffer context = ByteBuffer.allocate(transcript.length + shared.length);
    context.put(transcript).put(shared).flip();
    return new Seals(
        new FrameSealer(secret.derive(context.duplicate(), ownFrames), seal),
        new FrameOpener(secret.derive(context, itsFrames), seal));
  }

  private byte[] all(String label) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(label.getBytes(StandardCharsets.US_ASCII));
    all.writeBytes(said.toByteArray());
    return all.toByteArray();
  }
}
