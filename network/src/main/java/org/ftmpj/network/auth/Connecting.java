package org.ftmpj.network.auth;

import java.nio.ByteBuffer;
import org.ftmpj.common.secret.FrameOpener;
import org.ftmpj.common.secret.FrameSealer;
import org.ftmpj.common.secret.Nonce;
import org.ftmpj.common.secret.Proof;
import org.ftmpj.common.secret.Secret;

/** The side of a proof that has made the connection. No clock, no socket. One thread. */
final class Connecting {
  private final Proofs proofs;
  private final Errand errand;
  private Challenge challenge;
  private Hello hello;

  Connecting(Secret secret, Errand errand) {
    proofs = new Proofs(secret);
    this.errand = errand;
  }

  /** Takes the CHALLENGE; returns the HELLO to send. */
  ByteBuffer answer(ByteBuffer bytes) throws NotProven {
    challenge = Challenge.decode(bytes);
    if (challenge.host().key() == errand.from().key()) {
      throw new NotProven(Refusal.ITSELF, "The connection leads back to this process");
    }
    if (challenge.host().number() != errand.to()) {
      throw new NotProven(
          Refusal.OTHER_HOST, challenge.host() + " answers instead of host " + errand.to());
    }
    Hello unproven = new Hello(errand, Nonce.random(), Proof.none());
    hello = new Hello(errand, unproven.nonce(), proofs.ofHello(challenge, unproven));
    return hello.encode();
  }

  /** Takes the WELCOME or REFUSED. */
  Proven conclude(ByteBuffer bytes) throws NotProven {
    Answer answer = Answer.decode(bytes);
    if (answer instanceof Answer.Refused refused) {
      throw new NotProven(
          refused.why(), "The other host says that this one " + refused.why().what());
    }
    Proof proof = ((Answer.Welcome) answer).proof();
    if (!proofs.ofWelcome(challenge, hello).matches(proof)) {
      throw new NotProven(Refusal.WRONG_SECRET, "The welcome does not prove the secret");
    }
    return new Proven(
        challenge.host(),
        errand,
        new FrameSealer(proofs.keyOfConnecting(challenge, hello)),
        new FrameOpener(proofs.keyOfAccepting(challenge, hello)));
  }
}
