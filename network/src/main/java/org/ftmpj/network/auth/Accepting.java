package org.ftmpj.network.auth;

import java.nio.ByteBuffer;
import org.ftmpj.common.secret.FrameOpener;
import org.ftmpj.common.secret.FrameSealer;
import org.ftmpj.common.secret.Nonce;
import org.ftmpj.common.secret.Secret;

/** The side of a proof that has accepted the connection. No clock, no socket. One thread. */
final class Accepting {
  private final Proofs proofs;
  private final Challenge challenge;

  Accepting(Secret secret, HostIdentity self) {
    proofs = new Proofs(secret);
    challenge = new Challenge(self, Nonce.random());
  }

  /** The CHALLENGE to send. */
  ByteBuffer challenge() {
    return challenge.encode();
  }

  /**
   * Takes the HELLO.
   *
   * @throws NotProven if it is not believed; what to answer then says {@link #refusal}
   */
  Admitted admit(ByteBuffer bytes) throws NotProven {
    Hello hello = Hello.decode(bytes);
    // Only who knows the secret hears what else is wrong.
    if (!proofs.ofHello(challenge, hello).matches(hello.proof())) {
      throw new NotProven(Refusal.WRONG_SECRET, "The hello does not prove the secret");
    }
    Errand errand = hello.errand();
    if (errand.from().key() == challenge.host().key()) {
      throw new NotProven(Refusal.ITSELF, "The connection comes from this process itself");
    }
    if (errand.to() != challenge.host().number()) {
      throw new NotProven(
          Refusal.OTHER_HOST, errand + " has come to host " + challenge.host().number());
    }
    Proven proven =
        new Proven(
            errand.from(),
            errand,
            new FrameSealer(proofs.keyOfAccepting(challenge, hello)),
            new FrameOpener(proofs.keyOfConnecting(challenge, hello)));
    return new Admitted(proven, new Answer.Welcome(proofs.ofWelcome(challenge, hello)).encode());
  }

  /** The REFUSED to send. */
  static ByteBuffer refusal(NotProven why) {
    return new Answer.Refused(why.why()).encode();
  }

  /**
   * A side that has proven the secret.
   *
   * @param welcome what to send it
   */
  record Admitted(Proven proven, ByteBuffer welcome) {}
}
