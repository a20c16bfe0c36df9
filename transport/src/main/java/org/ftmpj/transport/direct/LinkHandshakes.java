package org.ftmpj.transport.direct;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.util.function.IntPredicate;
import org.ftmpj.common.handshake.Accepting;
import org.ftmpj.common.handshake.Connecting;
import org.ftmpj.common.handshake.NotProven;
import org.ftmpj.common.handshake.Protocol;
import org.ftmpj.common.handshake.Refusal;
import org.ftmpj.common.handshake.Seals;
import org.ftmpj.common.handshake.TimedChannel;
import org.ftmpj.common.secret.FrameSealer;
import org.ftmpj.common.secret.Seal;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.common.time.Deadline;

/**
 * The handshakes of a rank with ranks of other hosts. Each call waits in its thread, until its
 * deadline at most. Any thread.
 */
final class LinkHandshakes {
  private final Secret secret;
  private final Seal seal;
  private final int rank;
  private final int incarnation;
  private final IntPredicate isRemote;

  /**
   * @param seal what protects frames
   * @param isRemote whether a rank is on another host
   */
  LinkHandshakes(Secret secret, Seal seal, int rank, int incarnation, IntPredicate isRemote) {
    this.secret = secret;
    this.seal = seal;
    this.rank = rank;
    this.incarnation = incarnation;
    this.isRemote = isRemote;
  }

  /** A sender that has proven that it is a rank of the job. */
  record Sender(ChannelPurpose purpose, Seals seals) {}

  /**
   * Proves to the receiver that this is its sender.
   *
   * @throws NotProven if one side does not believe the other
   */
  Seals connect(SocketChannel channel, int destination, Deadline deadline) throws IOException {
    try (TimedChannel timed = new TimedChannel(channel, deadline)) {
      Connecting side = new Connecting(Protocol.RANKS, secret, seal);
      side.challenged(timed.read(Protocol.RANKS.challengeLength()));
      ByteBuffer purpose = new ChannelPurpose(rank, incarnation, destination).encode();
      timed.write(side.hello(purpose, false));
      return side.conclude(timed.read(Protocol.RANKS.answerLength())).orElseThrow();
    }
  }

  /** Reads the receiver's first frame: what it has of the channel log. */
  static ReceiverState receiverState(SocketChannel channel, Seals seals, Deadline deadline)
      throws IOException {
    try (TimedChannel timed = new TimedChannel(channel, deadline)) {
      int length = timed.read(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN).getInt(0);
      if (length != ReceiverState.LENGTH) {
        throw new IOException("an answer of " + length + " bytes");
      }
      ByteBuffer frame =
          ByteBuffer.allocate(Integer.BYTES + length + FrameSealer.OVERHEAD)
              .order(ByteOrder.LITTLE_ENDIAN);
      frame.putInt(length).put(timed.read(length + FrameSealer.OVERHEAD)).flip();
      if (!seals.opener().open(frame, Integer.BYTES)) {
        throw new IOException("an answer was changed on its way");
      }
      return ReceiverState.decode(frame.position(Integer.BYTES));
    }
  }

  /**
   * Has the sender prove itself.
   *
   * @throws NotProven if one side does not believe the other
   */
  Sender accept(SocketChannel channel, Deadline deadline) throws IOException {
    Accepting side = new Accepting(Protocol.RANKS, secret, ByteBuffer.allocate(0), false, seal);
    try (TimedChannel timed = new TimedChannel(channel, deadline)) {
      timed.write(side.challenge());
      ByteBuffer hello = timed.read(Protocol.RANKS.helloLength());
      ChannelPurpose purpose = purpose(side, hello, timed);
      timed.write(side.welcome());
      return new Sender(purpose, side.seals().orElseThrow());
    }
  }

  private ChannelPurpose purpose(Accepting side, ByteBuffer hello, TimedChannel timed)
      throws IOException {
    try {
      ChannelPurpose purpose = ChannelPurpose.decode(side.admit(hello));
      if (purpose.destination() != rank || !isRemote.test(purpose.source())) {
        throw new NotProven(Refusal.OTHER_HOST, purpose + " has come to rank " + rank);
      }
      return purpose;
    } catch (NotProven e) {
      if (e.why() != Refusal.FOREIGN) {
        timed.write(side.refusal(e.why()));
      }
      throw e;
    }
  }
}
