package org.ftmpj.network;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks after the paths of a session: often while something is under way, else once a second, and
 * then it asks for signs of life only if the session is watched, or was to be asked. A path of
 * which nothing was heard in three looks is left (NewMadeleine, Trahay et al., section 4: three
 * time slices), and longer where looks come late, if another one is heard; what it had goes over
 * the others (section 3), with word of it, so that the other side leaves it, too, before it has
 * lost something there. It is probed, and taken back when both sides hear it. Called by the {@link
 * Ticker}.
 */
final class Health {
  /** Between looks while nothing is under way. */
  static final long IDLE_NS = TimeUnit.SECONDS.toNanos(1);

  /** So long after the last content it is still looked often. */
  private static final long BUSY_NS = TimeUnit.MILLISECONDS.toNanos(100);

  private static final int SILENT_LOOKS = 3;

  /** A connection of which nothing is heard for so long is replaced, if that is possible. */
  private static final long HOPELESS_NS = TimeUnit.SECONDS.toNanos(1);

  /**
   * The same for one on which something is heard, but what is sent does not arrive: links are slow.
   */
  private static final long STUCK_NS = TimeUnit.SECONDS.toNanos(1);

  private static final long HOPELESSLY_STUCK_NS = TimeUnit.SECONDS.toNanos(3);

  /** The least time for a suspicion: busy machines are no failure. */
  private static final long SUSPICION_NS = TimeUnit.SECONDS.toNanos(1);

  /**
   * A process whose connections have all been ended by its side makes new ones by then, or is gone.
   */
  private static final long GONE_NS = TimeUnit.SECONDS.toNanos(3);

  /**
   * The same if it has ended one before anything came, or if there was never one on some path: it
   * may have given up an attempt that was complete here, as on a busy machine and with packets
   * lost, and go on trying.
   */
  private static final long GONE_UNUSED_NS = TimeUnit.SECONDS.toNanos(15);

  private static final Logger LOG = LoggerFactory.getLogger(Health.class);

  private final HostSession session;
  private final ReentrantLock lock;
  private final Outgoing outgoing;
  private final Incoming incoming;
  private final long intervalNs;
  private final long timeoutNs;
  private final Lateness lateness;

  private volatile boolean often = true;
  private volatile long trafficNs = System.nanoTime();

  /** When it began to be looked at often. */
  private volatile long wokenNs = trafficNs;

  /** Whether the other side is asked for a sign of life while nothing is under way. */
  private volatile boolean watched = true;

  /** It is to be asked at the next look, whatever was heard. Guarded by the lock. */
  private boolean asked;

  /** It was silent elsewhere before it was asked here. Guarded by the lock. */
  private boolean suspectedElsewhere;

  private long lookedNs = System.nanoTime();
  private long pauseNs;
  private long silentNs;
  private long goneNs;
  private long receivedBefore;
  private boolean suspected;

  Health(HostSession session, Outgoing outgoing, Incoming incoming, NetworkOptions options) {
    this.session = session;
    this.lock = session.lock();
    this.outgoing = outgoing;
    this.incoming = incoming;
    intervalNs = options.detection().toNanos();
    timeoutNs = options.hostTimeout().toNanos();
    pauseNs = intervalNs;
    lateness = new Lateness(intervalNs);
  }

  /** Something is under way. Any thread; returns whether the ticker has to be woken. */
  boolean traffic() {
    trafficNs = System.nanoTime();
    return wake(trafficNs);
  }

  /** It is to be looked at soon. Any thread; returns whether the ticker has to be woken. */
  boolean wake(long nowNs) {
    if (often) {
      return false;
    }
    wokenNs = nowNs;
    often = true;
    return true;
  }

  /**
   * Whether the other side is asked once a second while nothing is under way; otherwise only when
   * it is {@link #ask to be}. Any thread.
   */
  void watch(boolean always) {
    watched = always;
  }

  /**
   * The other side is asked at the next look, and from then on until it answers. With the lock.
   *
   * @param elsewhere whether another process has not heard it for as long as takes a suspicion,
   *     which counts here, too, unless it is heard
   * @return whether that is to be looked at soon; else silence is being counted already, and a look
   *     before its time would count for less
   */
  boolean ask(boolean elsewhere) {
    suspectedElsewhere |= elsewhere;
    asked = true;
    return silentNs == 0 && goneNs == 0;
  }

  /** Whether there is no question that it has not answered, on one path at least. With the lock. */
  boolean answers() {
    return !asked && !suspected && session.paths().links().anyMatch(link -> !link.probed);
  }

  /** Whether nothing has been heard of it for as long as takes a suspicion. With the lock. */
  boolean isSuspected() {
    return suspected;
  }

  /** Nothing has been heard for so long that another connection should be tried. With the lock. */
  boolean isHopeless(SessionConnection link) {
    return link.silentNs >= HOPELESS_NS || link.isStuckFor(HOPELESSLY_STUCK_NS);
  }

  /** Returns after which time it is due again. */
  long lookIfDue(long nowNs) {
    long sinceNs = nowNs - lookedNs;
    long dueNs = Math.min(pauseNs, often ? intervalNs : IDLE_NS);
    if (sinceNs < dueNs) {
      return dueNs - sinceNs;
    }
    lateness.look(nowNs - Math.max(lookedNs + dueNs, wokenNs));
    lookedNs = nowNs;
    // A process that was itself stopped for a while has not been listening.
    try {
      look(nowNs, Math.min(sinceNs, 2 * dueNs));
    } catch (RuntimeException | Error e) {
      session.fail(e);
    }
    return pauseNs;
  }

  private void look(long nowNs, long elapsedNs) {
    boolean wasSuspected = suspected;
    FtmpjException lost;
    lock.lock();
    try {
      if (!session.isEstablished()) {
        often = false;
        pauseNs = IDLE_NS;
        return;
      }
      List<SessionConnection> links = session.paths().links().toList();
      boolean awaited = links.isEmpty() || links.stream().anyMatch(link -> link.expected);
      boolean heard = false;
      boolean asking = asked;
      asked = false;
      boolean attentive = asking || isAttentive(nowNs);
      for (SessionConnection link : links) {
        heard |= listen(link, elapsedNs, attentive);
        if (asking) {
          ask(link);
        }
      }
      if (heard) {
        links.forEach(this::leaveIfSilent);
      }
      session
          .paths()
          .unheard(
              links.stream().filter(this::isSilent).mapToInt(link -> 1 << link.path.index).sum());
      silentNs = heard ? 0 : silentNs + (awaited ? elapsedNs : 0);
      suspectedElsewhere &= !heard;
      goneNs = isGone() ? goneNs + elapsedNs : 0;
      suspected = silentNs >= suspicionNs();
      lost = lost();
      if (outgoing.received() == receivedBefore) {
        session.askWhatIsMissing();
      }
      receivedBefore = outgoing.received();
      acknowledge(links);
      often =
          outgoing.isAwaited()
              || nowNs - trafficNs < BUSY_NS
              || links.stream().anyMatch(Health::mayAnswer);
      pauseNs = often ? intervalNs : IDLE_NS;
    } finally {
      lock.unlock();
    }
    if (lost != null) {
      session.fail(lost);
      return;
    }
    tell(wasSuspected);
    session.sender().pump();
  }

  /**
   * Whether the other side is asked when it is not heard. While nothing is under way that is for
   * who watches it; but who has asked it does so until it answers.
   */
  private boolean isAttentive(long nowNs) {
    return watched || silentNs > 0 || outgoing.isAwaited() || nowNs - trafficNs < BUSY_NS;
  }

  private static void ask(SessionConnection link) {
    link.expected = true;
    link.probed = true;
    link.wants(SessionConnection.Errand.PROBE);
  }

  /**
   * Whether something was heard on it since the last look; if not, or if it is left, it is probed,
   * unless nothing is expected of it.
   */
  private boolean listen(SessionConnection link, long elapsedNs, boolean attentive) {
    boolean asks = attentive || link.expected || link.left;
    long now = link.connection.heard();
    boolean come = now != link.heardBefore;
    // Who delivers, perhaps to a disk that is slow, does not listen: that is not the path's fault.
    boolean heard = come || link.delivering;
    link.heardBefore = now;
    link.look(elapsedNs);
    if (heard) {
      link.silentLooks = 0;
      link.silentNs = 0;
      link.probed = false;
      link.expected = link.isInFlight();
      takeBack(link);
    } else {
      if (link.expected) {
        link.silentLooks++;
        link.silentNs += elapsedNs;
      }
      link.expected = asks;
      link.probed |= asks;
    }
    if (asks && (!come || link.left || link.isToBeMeasured(lookedNs))) {
      link.wants(SessionConnection.Errand.PROBE);
    }
    if (isHopeless(link)) {
      session.changed().signalAll();
    }
    return heard;
  }

  /** Not before both directions carry again: they come back one after the other. */
  private void takeBack(SessionConnection link) {
    if (link.left && link.isProven() && !session.paths().isUnheardByPeer(link.path.index)) {
      link.left = false;
      link.path.taken.increment();
      LOG.info("Path {} to {} is taken back", link.path.index, session);
    }
  }

  /** It was probed, and not so long ago that other connections are tried. */
  private static boolean mayAnswer(SessionConnection link) {
    return link.probed && link.silentNs < SUSPICION_NS;
  }

  private boolean isSilent(SessionConnection link) {
    return link.silentLooks >= SILENT_LOOKS
        && link.silentNs >= SILENT_LOOKS * intervalNs + lateness.patienceNs();
  }

  private void leaveIfSilent(SessionConnection link) {
    boolean silent = isSilent(link);
    if (!link.left && (silent || link.isStuckFor(STUCK_NS))) {
      leave(link, silent ? "nothing is heard of it" : "what is sent does not arrive");
    }
  }

  /** Leaves paths on which the other side hears nothing, if there are others. With the lock. */
  void leaveUnheard() {
    List<SessionConnection> links = session.paths().links().filter(link -> !link.left).toList();
    if (links.stream().anyMatch(link -> !session.paths().isUnheardByPeer(link.path.index))) {
      links.stream()
          .filter(link -> session.paths().isUnheardByPeer(link.path.index))
          .forEach(link -> leave(link, "nothing is heard of it there"));
    }
  }

  private void leave(SessionConnection link, String why) {
    link.leave();
    link.path.left.increment();
    outgoing.abandoned(link);
    session.askWhatIsMissing();
    LOG.info("Path {} to {} is left: {}", link.path.index, session, why);
  }

  /** The other side, or its system, has ended all connections, and makes no new ones. */
  private boolean isGone() {
    return session.paths().all().stream()
        .filter(path -> path.connections.sum() > 0)
        .allMatch(path -> path.link == null && path.endedByPeer);
  }

  /** So long after all connections were ended. */
  private long patienceNs() {
    return session.paths().all().stream()
            .anyMatch(path -> path.endedUnused || path.connections.sum() == 0)
        ? GONE_UNUSED_NS
        : GONE_NS;
  }

  private long suspicionNs() {
    return Math.max(SUSPICION_NS, SILENT_LOOKS * intervalNs);
  }

  private FtmpjException lost() {
    if (goneNs >= patienceNs()) {
      return new FtmpjException(
          ErrorCode.HOST_LOST, "The process of " + session + " has ended all connections");
    }
    // At least half of the time it is this process that has asked.
    long beforeNs = suspectedElsewhere ? Math.min(suspicionNs(), timeoutNs / 2) : 0;
    if (silentNs + beforeNs >= timeoutNs) {
      return new FtmpjException(
          ErrorCode.HOST_LOST,
          "Nothing has been heard of "
              + session
              + " for "
              + TimeUnit.NANOSECONDS.toSeconds(silentNs)
              + " s, on "
              + session.paths().all().size()
              + " paths");
    }
    return null;
  }

  /** What no frame has told since the last look. */
  private void acknowledge(List<SessionConnection> links) {
    boolean untold = session.told() < incoming.delivered();
    for (SessionConnection link : links) {
      if (link.owedFrames > 0 || untold && !link.left) {
        link.wants(SessionConnection.Errand.ACKNOWLEDGE);
        untold = false;
      }
    }
  }

  private void tell(boolean wasSuspected) {
    if (suspected != wasSuspected) {
      session.suspicionChanged();
    }
    if (suspected && !wasSuspected) {
      LOG.warn("Nothing is heard of {} on any path", session);
      session.events().suspected();
    } else if (wasSuspected && !suspected) {
      LOG.warn("{} is heard again", session);
      session.events().wellAgain();
    }
  }
}
