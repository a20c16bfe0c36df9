package org.ftmpj.network;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.common.time.Deadline;
import org.ftmpj.network.auth.HostIdentity;
import org.ftmpj.network.notice.HostRing;
import org.ftmpj.network.path.NetworkListener;
import org.ftmpj.network.path.Paths;

/**
 * The connection point of this process for other hosts: listens on its addresses, and connects to
 * those of others. Its address k and address k of another host are the ends of path k between them.
 * Thread-safe.
 */
public final class Endpoint implements AutoCloseable {
  /** The number of a host that has no number yet. */
  public static final int UNNUMBERED = HostIdentity.UNNUMBERED;

  private static final Duration FAREWELL = Duration.ofSeconds(1);
  private static final SecureRandom RANDOM = new SecureRandom();

  private final Secret secret;
  private final NetworkOptions options;
  private final Paths paths;
  private final Ticker ticker = new Ticker();
  private final Reachable reachable;
  private final List<NetworkListener> doors = new ArrayList<>();

  private Endpoint(HostIdentity self, Secret secret, NetworkOptions options) {
    this.secret = secret;
    this.options = options;
    paths = Paths.named(options.paths());
    reachable = new Reachable(self, secret, options, ticker);
  }

  /**
   * Opens an endpoint that listens. It answers hosts that are expected or admitted.
   *
   * @param self number of this host; {@link #UNNUMBERED} if it joins
   * @param bind addresses of this host, one for each path, port 0 for any; none to connect only
   * @throws FtmpjException {@code CANNOT_MEET} if it cannot listen at one of them
   */
  public static Endpoint open(
      int self, Secret secret, List<InetSocketAddress> bind, NetworkOptions options) {
    Endpoint endpoint = new Endpoint(HostIdentity.random(self), secret, options);
    try {
      for (InetSocketAddress address : bind) {
        endpoint.listen(address);
      }
      return endpoint;
    } catch (FtmpjException e) {
      endpoint.close();
      throw e;
    }
  }

  private void listen(InetSocketAddress address) {
    try {
      doors.add(paths.listen(address, reachable));
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.CANNOT_MEET, "Cannot listen for other hosts at " + address + ": " + e, e);
    }
  }

  /** The addresses at which it listens, one for each path. */
  public List<InetSocketAddress> addresses() {
    return doors.stream().map(NetworkListener::address).toList();
  }

  /** Sets the number of this host. */
  public void number(int self) {
    reachable.number(self);
  }

  /** Lets hosts without a number join from now on. */
  public void admit(Admission admission) {
    reachable.admit(admission);
  }

  /**
   * Begins a session with a host that listens, and connects to it as long as the session lasts.
   * Goes on connecting for as long as the session is.
   *
   * @param addresses of that host, one for each path
   */
  public Session connect(
      int peer,
      List<InetSocketAddress> addresses,
      Map<Topic, Receiver> receivers,
      SessionEvents events) {
    HostSession session = new HostSession(peer, options, ticker);
    session.identify(RANDOM.nextLong(), 0);
    session.start(new Admission.Admitted(receivers, events));
    reachable.keep(session);
    List<InetSocketAddress> own = addresses();
    int count = own.isEmpty() ? addresses.size() : Math.min(own.size(), addresses.size());
    for (int k = 0; k < count; k++) {
      InetSocketAddress local = own.isEmpty() ? null : own.get(k);
      new Dialer(
              session,
              session.paths().at(k),
              paths,
              local,
              addresses.get(k),
              secret,
              reachable::self)
          .start();
    }
    return session;
  }

  /**
   * Begins a session with a host that connects.
   *
   * @return the session, on which contents can be sent at once; they leave when that host has
   *     connected
   */
  public Session expect(int peer, Map<Topic, Receiver> receivers, SessionEvents events) {
    return reachable.expect(peer, receivers, events);
  }

  /**
   * Makes the hosts watch each other on a ring: while nothing is under way this process asks the
   * next live one once a second, and one of the others each second, in turns. All hosts have to do
   * so. A session in use notices a loss by itself.
   *
   * @param last the highest number on the ring, which begins at 0
   * @param silent is called with each watched host that is no longer heard but not yet lost, by a
   *     thread of its own, which may wait
   */
  public void watchOnRing(int last, IntConsumer silent) {
    int size = last + 1;
    ticker.watchBy(
        new HostRing(
            reachable.self().number(),
            size,
            () -> members(size),
            host -> Ticker.daemon(() -> silent.accept(host), "ftmpj-silent-" + host)));
  }

  private Map<Integer, Neighbour> members(int size) {
    Map<Integer, Neighbour> members = new HashMap<>();
    for (HostSession session : reachable.sessions()) {
      boolean isOnRing = session.peer() >= 0 && session.peer() < size;
      if (isOnRing && session.isEstablished() && !session.isOver()) {
        members.put(session.peer(), session.neighbour());
      }
    }
    return members;
  }

  /** The counters of all paths to all hosts so far. */
  public List<PathCounters> counters() {
    return reachable.sessions().stream()
        .flatMap(s -> s.paths().counters(s.peer()).stream())
        .toList();
  }

  /** The number of connections that were dropped because they did not belong to the job. */
  public long strangers() {
    return reachable.strangers();
  }

  /** Ends all sessions, and waits a moment for the other sides to take what was sent. */
  @Override
  public void close() {
    doors.forEach(NetworkListener::close);
    reachable.sessions().forEach(HostSession::close);
    ticker.close();
    Deadline deadline = Deadline.in(FAREWELL);
    try {
      for (HostSession session : reachable.sessions()) {
        session.awaitEnd(deadline);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
