package org.ftmpj.common.handshake;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.ftmpj.common.life.HostBoot;
import org.ftmpj.common.secret.Nonce;
import org.ftmpj.common.secret.Proof;
import org.ftmpj.common.secret.Seal;
import org.ftmpj.common.secret.Secret;

/**
 * The side of a handshake that has made the connection: {@link #challenged}, {@link #hello}, {@link
 * #conclude}. One thread.
 */
public final class Connecting {
  private final Protocol protocol;
  private final Seal seal;
  private final Transcript said;
  private long boot;

  /** The key exchange; null if frames are in clear. */
  private KeyExchange exchange;

  /** A handshake that is about to begin, of a connection whose frames are encrypted. */
  public Connecting(Protocol protocol, Secret secret) {
    this(protocol, secret, Seal.AES);
  }

  /** A handshake that is about to begin, of a connection whose frames are protected so. */
  public Connecting(Protocol protocol, Secret secret, Seal seal) {
    this.protocol = protocol;
    this.seal = seal;
    said = new Transcript(secret);
  }

  /**
   * Takes the CHALLENGE.
   *
   * @param challenge a buffer of exactly this message
   * @return the introduction of the acceptor; not proven before {@link #conclude}
   */
  public ByteBuffer challenged(ByteBuffer challenge) throws NotProven {
    HandshakeMessage.CHALLENGE.require(protocol, challenge);
    said.add(challenge, 0);
    boot = challenge.position(HandshakeMessage.HEAD + Nonce.LENGTH).getLong();
    return challenge.slice(challenge.position(), protocol.introductionLength);
  }

  /**
   * The HELLO to send. Frames will be in clear if both sides see that the connection does not leave
   * this host: two loopback addresses may be those of two hosts.
   *
   * @param purpose the purpose of the connection
   * @param mayBeClear whether the connection seems to be within this host
   */
  public ByteBuffer hello(ByteBuffer purpose, boolean mayBeClear) {
    ByteBuffer hello = HandshakeMessage.HELLO.begin(protocol);
    Nonce.random().encode(hello);
    boolean isClear = mayBeClear && boot == HostBoot.number();
    if (isClear) {
      hello.put(new byte[KeyExchange.LENGTH]).put((byte) 0);
    } else {
      exchange = new KeyExchange();
      hello.put(exchange.share()).put((byte) (1 + seal.ordinal()));
    }
    hello.put(purpose);
    int proofAt = HandshakeMessage.proofAt(hello);
    said.addUnproven(hello).ofHello().encode(hello);
    said.add(HandshakeMessage.end(hello), proofAt);
    return hello;
  }

  /**
   * Takes the answer.
   *
   * @param answer a buffer of exactly this message
   * @return the seals of frames; empty if they are in clear
   * @throws NotProven if the acceptor is not believed, or does not believe this side
   */
  public Optional<Seals> conclude(ByteBuffer answer) throws NotProven {
    if (HandshakeMessage.open(protocol, answer) == HandshakeMessage.REFUSED) {
      Refusal why = Refusal.of(answer.getInt());
      throw new NotProven(why, "The other side says that this one " + why.what());
    }
    HandshakeMessage.WELCOME.require(protocol, answer.rewind());
    int proofAt = HandshakeMessage.proofAt(answer);
    Proof proof = said.addUnproven(answer).ofWelcome();
    if (!proof.matches(Proof.decode(answer.duplicate().position(proofAt)))) {
      throw new NotProven(Refusal.WRONG_SECRET, "The welcome does not prove the secret");
    }
    said.add(answer, proofAt);
    if (exchange == null) {
      return Optional.empty();
    }
    byte[] share = new byte[KeyExchange.LENGTH];
    answer.position(HandshakeMessage.HEAD + Integer.BYTES).get(share);
    return Optional.of(
        said.seals(
            exchange.with(share), Transcript.FROM_CONNECTOR, Transcript.FROM_ACCEPTOR, seal));
  }
}
