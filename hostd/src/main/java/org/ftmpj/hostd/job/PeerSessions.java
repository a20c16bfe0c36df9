package org.ftmpj.hostd.job;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.hostd.copies.CheckpointCopies;
import org.ftmpj.hostd.logs.ChannelLogs;
import org.ftmpj.hostd.logs.EndpointExchange;
import org.ftmpj.network.Receiver;
import org.ftmpj.network.Session;
import org.ftmpj.network.SessionEvents;
import org.ftmpj.network.Topic;

/** The sessions of this host with all others: the one with the higher number connects. */
final class PeerSessions implements AutoCloseable {
  private final Map<Integer, Session> all = new ConcurrentHashMap<>();
  private final Set<Integer> closed = ConcurrentHashMap.newKeySet();
  private final JobOrder order;
  private final MoveBroadcast moves;
  private final Optional<EndpointExchange> endpoints;
  private final Lost lost;
  private final Runnable coordinatorSilent;
  private volatile OfQuota ofQuota = (host, message) -> {};

  /** Learns that the session with a host has ended for good, and not by this process. */
  @FunctionalInterface
  interface Lost {
    void lost(int host, FtmpjException why);
  }

  /** Takes what other daemons tell that is about the quota of the job's logs. */
  @FunctionalInterface
  interface OfQuota {
    void take(int host, ToHost.OfQuota message);
  }

  private PeerSessions(
      JobOrder order,
      MoveBroadcast moves,
      Optional<EndpointExchange> endpoints,
      Lost lost,
      Runnable coordinatorSilent) {
    this.order = order;
    this.moves = moves;
    this.endpoints = endpoints;
    this.lost = lost;
    this.coordinatorSilent = coordinatorSilent;
  }

  /**
   * @param channels receives what comes of them
   * @param copies the same of copies of checkpoints
   * @param moves takes those that other hosts pass on, and learns which hosts do not answer
   * @param endpoints takes those of other hosts' ranks if ranks of different hosts are connected
   * @param lost is told when one has ended for good
   * @param coordinatorSilent is called when another host says that it does not hear the coordinator
   */
  static PeerSessions open(
      JobOrder order,
      Sessions sessions,
      ChannelLogs channels,
      Optional<CheckpointCopies> copies,
      MoveBroadcast moves,
      Optional<EndpointExchange> endpoints,
      Lost lost,
      Runnable coordinatorSilent) {
    PeerSessions opened = new PeerSessions(order, moves, endpoints, lost, coordinatorSilent);
    channels.hosts().forEach(peer -> opened.open(peer, sessions, channels, copies));
    return opened;
  }

  private void open(
      int peer, Sessions sessions, ChannelLogs channels, Optional<CheckpointCopies> copies) {
    Map<Topic, Receiver> receivers = new EnumMap<>(Topic.class);
    receivers.put(Topic.CHANNELS, channels.receiverOf(peer));
    receivers.put(Topic.JOB, new JobPieces(message -> take(peer, ToHost.CODEC.decode(message))));
    copies.ifPresent(all -> receivers.put(Topic.COPIES, all.receiverOf(peer)));
    all.put(
        peer,
        peer < order.host()
            ? sessions.connect(
                peer, order.hosts().get(peer - 1).addresses(), receivers, new Events(peer))
            : sessions.expect(peer, receivers, new Events(peer)));
  }

  private void take(int peer, ToHost message) {
    if (message instanceof ToHost.ToAll move) {
      moves.come(move);
    } else if (message instanceof ToHost.CoordinatorSilent) {
      coordinatorSilent.run();
    } else if (message instanceof ToHost.Endpoints its && endpoints.isPresent()) {
      endpoints.get().take(peer, its.all());
    } else if (message instanceof ToHost.OfQuota its) {
      ofQuota.take(peer, its);
    } else {
      throw new FtmpjException(
          ErrorCode.HOST_VERSION, "another host passes on what is for this host alone");
    }
  }

  /** Tells those other hosts that the coordinator is not heard here. */
  void tellCoordinatorSilent() {
    moves.tellEach(all.keySet(), new ToHost.CoordinatorSilent());
  }

  /** Sets what takes that. It must not wait. */
  void onQuota(OfQuota taker) {
    ofQuota = taker;
  }

  /** Tells that host, unless it does not answer or is lost. Any thread; does not wait. */
  void tell(int host, ToHost message) {
    if (all.containsKey(host)) {
      moves.tellEach(List.of(host), message);
    }
  }

  /**
   * Tells all other hosts; one that does not answer takes it when it does, or is lost. Any thread;
   * does not wait.
   */
  void tellAll(ToHost message) {
    moves.tellAll(all.keySet(), message);
  }

  /** The one with that host. */
  Session with(int host) {
    return all.get(host);
  }

  /** Ends the session with a lost host. */
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
