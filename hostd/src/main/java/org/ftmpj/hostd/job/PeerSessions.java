package org.ftmpj.hostd.job;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.hostd.logs.ChannelLogs;
import org.ftmpj.network.Session;
import org.ftmpj.network.SessionEvents;
import org.ftmpj.network.Topic;

/** The sessions of this host with all others: the one with the higher number connects. */
final class PeerSessions implements AutoCloseable {
  private final Map<Integer, Session> all = new TreeMap<>();
  private final JobOrder order;
  private final Consumer<FtmpjException> lost;

  private PeerSessions(JobOrder order, Consumer<FtmpjException> lost) {
    this.order = order;
    this.lost = lost;
  }

  /**
   * @param channels receives what comes
   * @param lost is told when one has ended for good
   */
  static PeerSessions open(
      JobOrder order, Sessions sessions, ChannelLogs channels, Consumer<FtmpjException> lost) {
    PeerSessions opened = new PeerSessions(order, lost);
    channels.hosts().forEach(peer -> opened.open(peer, sessions, channels));
    return opened;
  }

  private void open(int peer, Sessions sessions, ChannelLogs channels) {
    var receivers = Map.of(Topic.CHANNELS, channels.receiverOf(peer));
    all.put(
        peer,
        peer < order.host()
            ? sessions.connect(
                peer, order.hosts().get(peer - 1).addresses(), receivers, new Events(peer))
            : sessions.expect(peer, receivers, new Events(peer)));
  }

  /** The one with that host. */
  Session with(int host) {
    return all.get(host);
  }

  private final class Events implements SessionEvents {
    private final int peer;

    Events(int peer) {
      this.peer = peer;
    }

    @Override
    public void lost(FtmpjException why) {
      lost.accept(
          new FtmpjException(
              ErrorCode.HOST_LOST, "host " + order.nameOf(peer) + " is lost: " + why.what(), why));
    }
  }

  @Override
  public void close() {
    all.values().forEach(Session::close);
  }
}
