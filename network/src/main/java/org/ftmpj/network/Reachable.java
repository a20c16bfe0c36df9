package org.ftmpj.network;

import java.io.IOException;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.network.auth.ConnectionPurpose;
import org.ftmpj.network.auth.HostIdentity;
import org.ftmpj.network.auth.Strangers;
import org.ftmpj.network.path.ConnectReply;
import org.ftmpj.network.path.ConnectionAcceptor;
import org.ftmpj.network.path.Opening;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers hosts that connect: finds the session of a connection. Thread-safe. */
final class Reachable implements ConnectionAcceptor {
  private static final Logger LOG = LoggerFactory.getLogger(Reachable.class);

  private final Secret secret;
  private final NetworkOptions options;
  private final Ticker ticker;
  private final List<HostSession> sessions = new ArrayList<>();
  private final Map<Integer, HostSession> expected = new HashMap<>();

  /** The sessions that other hosts have begun, by their origin. */
  private final Map<Origin, HostSession> begun = new HashMap<>();

  private final Strangers strangers = new Strangers();
  private HostIdentity self;
  private Admission admission;

  private record Origin(long key, long session) {}

  Reachable(HostIdentity self, Secret secret, NetworkOptions options, Ticker ticker) {
    this.self = self;
    this.secret = secret;
    this.options = options;
    this.ticker = ticker;
  }

  @Override
  public synchronized HostIdentity self() {
    return self;
  }

  @Override
  public Secret secret() {
    return secret;
  }

  synchronized void number(int number) {
    self = self.numbered(number);
  }

  synchronized void admit(Admission by) {
    admission = by;
  }

  /** Adds a session that this process has begun, in place of ended ones with that host. */
  synchronized void keep(HostSession session) {
    sessions.removeIf(before -> before.peer() == session.peer() && before.isOver());
    sessions.add(session);
  }

  synchronized List<HostSession> sessions() {
    return List.copyOf(sessions);
  }

  synchronized HostSession expect(int peer, Map<Topic, Receiver> receivers, SessionEvents events) {
    HostSession session = new HostSession(peer, options, ticker);
    session.start(new Admission.Admitted(receivers, events));
    expected.put(peer, session);
    sessions.add(session);
    return session;
  }

  @Override
  public synchronized Greeting greet(ConnectionPurpose purpose, Opening theirs) {
    Origin origin = new Origin(purpose.from().key(), purpose.session());
    boolean meansThis = theirs.key() == 0 || theirs.key() == self.key();
    HostSession session = begun.get(origin);
    if (session == null && theirs.key() == 0) {
      session = begin(purpose);
    }
    if (session == null && theirs.key() == 0 && !isKnown(purpose.from().number())) {
      return answer(ConnectReply.NOT_YET);
    }
    PathUse path = session == null || !meansThis ? null : session.paths().at(purpose.path());
    if (path == null || session.isOver()) {
      LOG.warn("{} is turned away: its session has ended, or was with another process", purpose);
      return answer(ConnectReply.FENCED);
    }
    return new Greeting(
        session.opening(ConnectReply.WELCOME), new SessionConnection(session, path));
  }

  private HostSession begin(ConnectionPurpose purpose) {
    int number = purpose.from().number();
    HostSession session = number == HostIdentity.UNNUMBERED ? admitted() : expected.remove(number);
    if (session != null) {
      session.identify(purpose.session(), self.key());
      begun.put(new Origin(purpose.from().key(), purpose.session()), session);
    }
    return session;
  }

  private HostSession admitted() {
    if (admission == null) {
      return null;
    }
    HostSession session = new HostSession(HostIdentity.UNNUMBERED, options, ticker);
    sessions.add(session);
    session.start(admission.admit(session));
    return session;
  }

  private boolean isKnown(int number) {
    return number != HostIdentity.UNNUMBERED
        && sessions.stream().anyMatch(session -> session.peer() == number);
  }

  private Greeting answer(ConnectReply verdict) {
    return new Greeting(
        new Opening(verdict, options.window(), options.checkSum(), self.key()), null);
  }

  @Override
  public void stranger(SocketAddress from, IOException why) {
    strangers.count(from, why);
  }

  long strangers() {
    return strangers.dropped();
  }
}
