package org.ftmpj.common.handshake;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.ftmpj.common.life.HostBoot;
import org.ftmpj.common.secret.Nonce;
import org.ftmpj.common.secret.Proof;
import org.ftmpj.common.secret.Seal;
import org.ftmpj.common.secret.Secret;

/**
 * The side of a handshake that has accepted the connection: {@link #challenge}, {@link #admit},
 * {@link #welcome}. It checks that the connector knows the secret before it sends anything that
 * depends on the secret. One thread.
 */
public final class Accepting {
  private final Protocol protocol;
  private final Transcript said;
  private final ByteBuffer challenge;
  private final boolean mayBeClear;
  private final Seal seal;

  /** The connector's share; null if frames are in clear. */
  private byte[] share;

  private Optional<Seals> seals = Optional.empty();

  /**
   * A handshake that is about to begin, of a connection whose frames are encrypted.
   *
   * @param introduction the identity of this side for the connector
   * @param mayBeClear whether the connection seems to be within this host, where frames need not be
   *     sealed
   */
  public Accepting(Protocol protocol, Secret secret, ByteBuffer introduction, boolean mayBeClear) {
    this(protocol, secret, introduction, mayBeClear, Seal.AES);
  }

  /**
   * A handshake that is about to begin.
   *
   * @param introduction the identity of this side for the connector
   * @param mayBeClear as above
   * @param seal what protects frames that are not in clear
   */
  public Accepting(
      Protocol protocol, Secret secret, ByteBuffer introduction, boolean mayBeClear, Seal seal) {
    this.seal = seal;
    this.protocol = protocol;
    this.mayBeClear = mayBeClear;
    said = new Transcript(secret);
    challenge = HandshakeMessage.CHALLENGE.begin(protocol);
    Nonce.random().encode(challenge);
    challenge.putLong(mayBeClear ? HostBoot.number() : 0).put(introduction);
    HandshakeMessage.end(challenge);
    said.add(challenge, 0);
  }

  /** The CHALLENGE message, which the acceptor sends first. */
  public ByteBuffer challenge() {
    return challenge.duplicate();
  }

  /**
   * Takes the HELLO.
   *
   * @param hello a buffer of exactly this message
   * @return the purpose of the connection
   * @throws NotProven if the connector is not believed; the answer then is a {@link #refusal}
   */
  public ByteBuffer admit(ByteBuffer hello) throws NotProven {
    HandshakeMessage.HELLO.require(protocol, hello);
    int proofAt = HandshakeMessage.proofAt(hello);
    Proof proof = said.addUnproven(hello).ofHello();
    // Only who knows the secret hears what else is wrong.
    if (!proof.matches(Proof.decode(hello.duplicate().position(proofAt)))) {
      throw new NotProven(Refusal.WRONG_SECRET, "The hello does not prove the secret");
    }
    said.add(hello, proofAt);
    hello.position(HandshakeMessage.HEAD + Nonce.LENGTH);
    byte[] its = new byte[KeyExchange.LENGTH];
    hello.get(its);
    int itsSeal = hello.get() - 1;
    if (itsSeal >= 0) {
      if (itsSeal != seal.ordinal()) {
        throw new NotProven(Refusal.OTHER_SEAL, "Frames are to be sealed in another way");
      }
      share = its;
    } else if (!mayBeClear) {
      throw new NotProven(Refusal.FOREIGN, "What comes from another host has to be sealed");
    }
    return hello.slice(hello.position(), protocol.purposeLength);
  }

  /** The WELCOME to send, after {@link #admit}. */
  public ByteBuffer welcome() throws NotProven {
    ByteBuffer welcome = HandshakeMessage.WELCOME.begin(protocol).putInt(0);
    byte[] shared = {};
    if (share != null) {
      KeyExchange exchange = new KeyExchange();
      welcome.put(exchange.share());
      shared = exchange.with(share);
    }
    int proofAt = HandshakeMessage.proofAt(welcome);
    said.addUnproven(welcome).ofWelcome().encode(welcome.position(proofAt));
    said.add(HandshakeMessage.end(welcome), proofAt);
    if (share != null) {
      seals =
          Optional.of(
              said.seals(shared, Transcript.FROM_ACCEPTOR, Transcript.FROM_CONNECTOR, seal));
    }
    return welcome;
  }

  /** The seals of frames after the WELCOME; empty if they are in clear. */
  public Optional<Seals> seals() {
    return seals;
  }

  /** The REFUSED to send, instead of a WELCOME. It is not proven: it gives a likely cause. */
  public ByteBuffer refusal(Refusal why) {
    return HandshakeMessage.end(HandshakeMessage.REFUSED.begin(protocol).putInt(why.ordinal()));
  }
}
