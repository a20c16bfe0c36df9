package org.ftmpj.network.auth;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.ftmpj.common.handshake.Accepting;
import org.ftmpj.common.handshake.Connecting;
import org.ftmpj.common.handshake.NotProven;
import org.ftmpj.common.handshake.Protocol;
import org.ftmpj.common.handshake.Refusal;
import org.ftmpj.common.handshake.Seals;
import org.ftmpj.common.handshake.TimedChannel;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.common.time.Deadline;

/**
 * Handshakes between hosts. The acceptor introduces itself by its {@link HostIdentity}, the purpose
 * of a connection is an {@link ConnectionPurpose}; frames are always sealed.
 *
 * <p>Each call waits in the thread that calls it, until its deadline at most. The channel may be
 * blocking or not, and is afterwards as it was; nothing of what follows has been read from it. The
 * caller closes it if the call throws.
 */
public final class Handshakes {
  private Handshakes() {}

  /**
   * Shakes hands on the side that has made the connection.
   *
   * @throws NotProven if the other side is not believed, or does not believe this one
   * @throws IOException if the connection fails
   */
  public static Proven connecting(
      SocketChannel channel, Secret secret, ConnectionPurpose purpose, Deadline deadline)
      throws IOException {
    try (TimedChannel timed = new TimedChannel(channel, deadline)) {
      Connecting side = new Connecting(Protocol.HOSTS, secret);
      ByteBuffer challenge = timed.read(Protocol.HOSTS.challengeLength());
      HostIdentity peer = HostIdentity.decode(side.challenged(challenge));
      purpose.requireMeant(peer);
      timed.write(side.hello(purpose.encode(), false));
      Seals seals = side.conclude(timed.read(Protocol.HOSTS.answerLength())).orElseThrow();
      return new Proven(peer, purpose, seals);
    }
  }

  /**
   * Shakes hands on the side that has accepted the connection. Tells the other side the reason if
   * it is not believed.
   *
   * @throws NotProven if the other side is not believed
   * @throws IOException if the connection fails
   */
  public static Proven accepting(
      SocketChannel channel, Secret secret, HostIdentity self, Deadline deadline)
      throws IOException {
    try (TimedChannel timed = new TimedChannel(channel, deadline)) {
      Accepting side = new Accepting(Protocol.HOSTS, secret, self.encode(), false);
      timed.write(side.challenge());
      ByteBuffer hello = timed.read(Protocol.HOSTS.helloLength());
      try {
        ConnectionPurpose purpose = ConnectionPurpose.decode(side.admit(hello));
        purpose.requireMeant(self);
        timed.write(side.welcome());
        return new Proven(purpose.from(), purpose, side.seals().orElseThrow());
      } catch (NotProven e) {
        if (e.why() != Refusal.FOREIGN) {
          timed.write(side.refusal(e.why()));
        }
        throw e;
      }
    }
  }
}
