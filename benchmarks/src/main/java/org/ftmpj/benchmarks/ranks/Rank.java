package org.ftmpj.benchmarks.ranks;

import java.nio.ByteBuffer;
import org.ftmpj.protocol.channel.Interconnect;
import org.ftmpj.protocol.event.EventLog;
import org.ftmpj.protocol.match.Receive;
import org.ftmpj.protocol.rank.RankSession;
import org.ftmpj.protocol.replay.RankListener;

/** A rank whose program is what another thread makes of it, one message after the other. */
final class Rank implements AutoCloseable {
  /** Of a message. */
  static final int BYTES = 64;

  private static final int CONTEXT = 1;
  private static final int TAG = 1;

  private final Interconnect channels;
  private final EventLog determinants;
  private final RankSession session;
  private final ByteBuffer data = ByteBuffer.allocateDirect(BYTES);

  Rank(Interconnect channels, EventLog determinants) {
    this.channels = channels;
    this.determinants = determinants;
    this.session = new RankSession(channels, determinants, RankListener.NONE);
  }

  void send(int destination) {
    session.send(destination, CONTEXT, TAG, false, 0, BYTES, data, BYTES, null, 0);
  }

  /**
   * Receives a message that was sent before.
   *
   * @param source a rank or {@link Receive#ANY_SOURCE}
   * @return its source
   */
  int receive(int source) {
    Receive receive = session.post(source, CONTEXT, TAG);
    session.await(receive);
    session.copy(receive.message(), data, null);
    int sender = receive.message().source();
    session.free(receive);
    return sender;
  }

  long determinantBytes() {
    return session.status().counters().determinantBytes();
  }

  long messages() {
    return session.status().counters().messages();
  }

  @Override
  public void close() {
    channels.close();
    determinants.close();
  }
}
