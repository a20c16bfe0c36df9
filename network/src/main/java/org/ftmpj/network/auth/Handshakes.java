package org.ftmpj.network.auth;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.common.time.Deadline;
import org.ftmpj.network.wire.Wire;

/**
 * The proof of the secret at the beginning of a connection, mutual, in three messages of a fixed
 * length: {@link Challenge}, {@link Hello}, {@link Answer}. Who connects proves it first, so that a
 * stranger who connects learns nothing that depends on the secret.
 *
 * <p>Each call waits in the thread that calls it, until its deadline at most. The channel may be
 * blocking or not, and is afterwards as it was; of what follows nothing has been read from the
 * wire. The caller closes it if the call throws.
 */
public final class Handshakes {
  private Handshakes() {}

  /**
   * The side that has made the connection.
   *
   * @throws NotProven if the other side is not believed, or does not believe this one
   * @throws IOException if the connection fails
   */
  public static Proven connecting(Wire wire, Secret secret, Errand errand, Deadline deadline)
      throws IOException {
    try (TimedWire timed = new TimedWire(wire, deadline)) {
      timed.begin();
      Connecting side = new Connecting(secret, errand);
      timed.write(side.answer(timed.read(Challenge.LENGTH)));
      return side.conclude(timed.read(Answer.LENGTH));
    }
  }

  /**
   * The side that has accepted the connection. Tells the other why if it is not believed.
   *
   * @throws NotProven if the other side is not believed
   * @throws IOException if the connection fails
   */
  public static Proven accepting(Wire wire, Secret secret, HostIdentity self, Deadline deadline)
      throws IOException {
    try (TimedWire timed = new TimedWire(wire, deadline)) {
      timed.begin();
      Accepting side = new Accepting(secret, self);
      timed.write(side.challenge());
      ByteBuffer hello = timed.read(Hello.LENGTH);
      try {
        Accepting.Admitted admitted = side.admit(hello);
        timed.write(admitted.welcome());
        return admitted.proven();
      } catch (NotProven e) {
        if (e.why() != Refusal.FOREIGN) {
          timed.write(Accepting.refusal(e));
        }
        throw e;
      }
    }
  }
}
