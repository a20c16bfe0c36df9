package org.ftmpj.hostd.job;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.hostd.logs.ChannelLogs;
import org.ftmpj.network.Receiver;
import org.ftmpj.network.Session;
import org.ftmpj.network.SessionEvents;
import org.ftmpj.network.Topic;

/** The sessions of this host with all others: the one with the higher number connects. */
final class PeerSessions implements AutoCloseable {
  private final Map<Integer, Session> all = new ConcurrentHashMap<>();
  private final Set<Integer> closed = ConcurrentHashMap.newKeySet();
  private final JobOrder order;
  private final MovesToAll moves;
  private final Lost lost;
  private final Runnable coordinatorSilent;

  /** Learns that the session with a host has ended for good, and not by this process. */
  @FunctionalInterface
  interface Lost {
    void lost(int host, FtmpjException why);
  }

  private PeerSessions(JobOrder order, MovesToAll moves, Lost lost, Runnable coordinatorSilent) {
    this.order = order;
    this.moves = moves;
    this.lost = lost;
    this.coordinatorSilent = coordinatorSilent;
  }

  /**
   * @param channels receives what comes
   * @param moves takes those that other hosts pass on, and learns which hosts do not answer
   * @param lost is told when one has ended for good
   * @param coordinatorSilent is called when another host says that it does not hear the coordinator
   */
  static PeerSessions open(
      JobOrder order,
      Sessions sessions,
      ChannelLogs channels,
      MovesToAll moves,
      Lost lost,
      Runnable coordinatorSilent) {
    PeerSessions opened = new PeerSessions(order, moves, lost, coordinatorSilent);
    channels.hosts().forEach(peer -> opened.open(peer, sessions, channels));
    return opened;
  }

  private void open(int peer, Sessions sessions, ChannelLogs channels) {
    Map<Topic, Receiver> receivers =
        Map.of(
            Topic.CHANNELS,
            channels.receiverOf(peer),
            Topic.JOB,
            new JobPieces(message -> take(ToHost.decode(message))));
    all.put(
        peer,
        peer < order.host()
            ? sessions.connect(
                peer, order.hosts().get(peer - 1).addresses(), receivers, new Events(peer))
            : sessions.expect(peer, receivers, new Events(peer)));
  }

  private void take(ToHost message) {
    if (message instanceof ToHost.ToAll move) {
      moves.come(move);
    } else if (message instanceof ToHost.CoordinatorSilent) {
      coordinatorSilent.run();
    } else {
      throw new FtmpjException(
          ErrorCode.HOST_VERSION, "another host passes on what is for this host alone");
    }
  }

  /** Tells those other hosts that the coordinator is not heard here. */
  void tellCoordinatorSilent() {
    moves.tellEach(all.keySet(), new ToHost.CoordinatorSilent());
  }

  /** The one with that host. */
  Session with(int host) {
    return all.get(host);
  }

  /** That host is lost: ends the session with it. */
  void part(int host) {
    closed.add(host);
    Session session = all.get(host);
    if (session != null) {
      session.close();
    }
  }

  private final class Events implements SessionEvents {
    private final int peer;

    Events(int peer) {
      this.peer = peer;
    }

    @Override
    public void suspected() {
      moves.unreachable(peer);
    }

    @Override
    public void wellAgain() {
      moves.reachable(peer);
    }

    @Override
    public void lost(FtmpjException why) {
      moves.unreachable(peer);
      if (!closed.contains(peer)) {
        String what = "host " + order.nameOf(peer) + " is lost: " + why.what();
        lost.lost(peer, new FtmpjException(why.code(), what, why));
      }
    }
  }

  @Override
  public void close() {
    all.values().forEach(Session::close);
  }
}
