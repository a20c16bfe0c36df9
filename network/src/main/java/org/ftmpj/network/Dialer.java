package org.ftmpj.network;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.function.Supplier;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.handshake.NotProven;
import org.ftmpj.common.handshake.Protocol;
import org.ftmpj.common.handshake.Refusal;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.network.auth.ConnectionPurpose;
import org.ftmpj.network.auth.HostIdentity;
import org.ftmpj.network.path.ConnectReply;
import org.ftmpj.network.path.ConnectRequest;
import org.ftmpj.network.path.Opening;
import org.ftmpj.network.path.Paths;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread that connects one path of a session, and connects it again after each end. */
final class Dialer {
  private static final Logger LOG = LoggerFactory.getLogger(Dialer.class);
  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final long FIRST_PAUSE_MS = 10;
  private static final long LONGEST_PAUSE_MS = 500;

  private final HostSession session;
  private final PathUse path;
  private final Paths paths;
  private final InetSocketAddress local;
  private final InetSocketAddress remote;
  private final Secret secret;
  private final Supplier<HostIdentity> self;
  private boolean warned;

  Dialer(
      HostSession session,
      PathUse path,
      Paths paths,
      InetSocketAddress local,
      InetSocketAddress remote,
      Secret secret,
      Supplier<HostIdentity> self) {
    this.session = session;
    this.path = path;
    this.paths = paths;
    this.local = local;
    this.remote = remote;
    this.secret = secret;
    this.self = self;
  }

  void start() {
    Ticker.daemon(this::run, "ftmpj-dial-" + session.peer() + "-" + path.index);
  }

  private void run() {
    try {
      long pauseMs = FIRST_PAUSE_MS;
      while (session.awaitNeedOf(path)) {
        if (dial()) {
          pauseMs = FIRST_PAUSE_MS;
        } else {
          Thread.sleep(pauseMs);
          pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
        }
      }
    } catch (InterruptedException | RuntimeException e) {
      session.fail(e);
    }
  }

  private boolean dial() {
    ConnectionPurpose purpose =
        new ConnectionPurpose(self.get(), session.peer(), session.epoch(), path.index);
    SessionConnection link = new SessionConnection(session, path);
    try {
      Opening mine = session.opening(ConnectReply.WELCOME);
      Opening theirs =
          paths.connect(local, remote, new ConnectRequest(secret, purpose, mine, link), PATIENCE);
      if (theirs.verdict() == ConnectReply.FENCED && !session.isClosedByPeer()) {
        session.fail(
            new FtmpjException(
                session.isEstablished() ? ErrorCode.SESSION_CLOSED : ErrorCode.HOST_LOST,
                session + " at " + remote + " has no part in this session any more"));
      }
      return theirs.verdict() == ConnectReply.WELCOME;
    } catch (NotProven e) {
      notProven(e);
    } catch (IOException e) {
      boolean refused =
          e instanceof ConnectException && String.valueOf(e.getMessage()).contains("refused");
      session.notReached(path, refused);
      LOG.debug("{} is not reached at {}: {}", session, remote, e.toString());
    }
    return false;
  }

  /**
   * Ends the session if there was no connection before: then a wrong secret is a mistake in the
   * configuration, later it is an attack.
   */
  private void notProven(NotProven e) {
    Refusal why = e.why();
    if (!session.isEstablished() && (why == Refusal.WRONG_SECRET || why == Refusal.VERSION)) {
      session.fail(
          new FtmpjException(
              why.code(Protocol.HOSTS),
              session + " at " + remote + " is not believed: " + e.getMessage()));
    } else if (why != Refusal.INCOMPLETE && !warned) {
      warned = true;
      LOG.warn("{}: what answers at {}: {}", why.code(Protocol.HOSTS), remote, e.getMessage());
    }
  }
}
