package org.ftmpj.network;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks the paths of a session: often while something is under way, else once a second, and then
 * it asks for signs of life only if the session is watched or a check was requested. A path on
 * which nothing was heard in three checks is left (NewMadeleine, Trahay et al., section 4: three
 * time slices), later if checks come late and another path is heard. Its contents go over the
 * others (section 3), and the other side is told to leave it, too, before it loses something there.
 * The path is probed, and used again when both sides hear it. Called by the {@link Ticker}.
 */
final class Health {
  /** The time between checks while nothing is under way, in nanoseconds. */
  static final long IDLE_NS = TimeUnit.SECONDS.toNanos(1);

  /** The time after the last content during which checks are frequent, in nanoseconds. */
  private static final long BUSY_NS = TimeUnit.MILLISECONDS.toNanos(100);

  private static final int SILENT_LOOKS = 3;

  /** The silence after which a connection is replaced, if that is possible, in nanoseconds. */
  private static final long HOPELESS_NS = TimeUnit.SECONDS.toNanos(1);

  /**
   * The time after which a connection is replaced on which the other side is heard but nothing
   * arrives there, in nanoseconds: links are slow.
   */
  private static final long STUCK_NS = TimeUnit.SECONDS.toNanos(1);

  private static final long HOPELESSLY_STUCK_NS = TimeUnit.SECONDS.toNanos(3);

  /** The least silence for a suspicion, in nanoseconds: a busy machine is no failure. */
  private static final long SUSPICION_NS = TimeUnit.SECONDS.toNanos(1);

  /**
   * The time within which a process makes new connections after its side has ended all, or is gone,
   * in nanoseconds.
   */
  private static final long GONE_NS = TimeUnit.SECONDS.toNanos(3);

  /**
   * That time if the other side has ended one before anything came, or if some path never had one,
   * in nanoseconds. It may have given up an attempt that was complete on this side, as on a busy
   * machine with lost packets, and go on trying.
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

  /** The time from which checks have been frequent. */
  private volatile long wokenNs = trafficNs;

  /** Whether the other side is asked for a sign of life while nothing is under way. */
  private volatile boolean watched = true;

  /** Whether it is asked at the next check, whatever was heard. Guarded by the lock. */
  private boolean asked;

  /** Whether another process found it silent before this one asked. Guarded by the lock. */
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

  /**
   * Records that something is under way. Any thread; returns whether the ticker has to be woken.
   */
  boolean traffic() {
    trafficNs = System.nanoTime();
    return wake(trafficNs);
  }

  /** Has the session checked soon. Any thread; returns whether the ticker has to be woken. */
  boolean wake(long nowNs) {
    if (often) {
      return false;
    }
    wokenNs = nowNs;
    often = true;
    return true;
  }

  /**
   * Sets whether the other side is asked once a second while nothing is under way; otherwise only
   * after {@link #ask}. Any thread.
   */
  void watch(boolean always) {
    watched = always;
  }

  /**
   * Asks the other side at the next check, and from then on until it answers. With the lock.
   *
   * @param elsewhere whether another process has not heard it for long enough to suspect it, which
   *     counts for this process, too, unless it is heard
   * @return whether a check is due soon; else silence is being counted already, and an early check
   *     would count for less
   */
  boolean ask(boolean elsewhere) {
    suspectedElsewhere |= elsewhere;
    asked = true;
    return silentNs == 0 && goneNs == 0;
  }

  /** Whether the other side has answered all questions on at least one path. With the lock. */
  boolean answers() {
    return !asked && !suspected && session.paths().links().anyMatch(link -> !link.probed);
  }

  /** Whether the silence is long enough for a suspicion. With the lock. */
  boolean isSuspected() {
    return suspected;
  }

  /** Whether the silence is so long that another connection should be tried. With the lock. */
  boolean isHopeless(SessionConnection link) {
    return link.silentNs >= HOPELESS_NS || link.isStuckFor(HOPELESSLY_STUCK_NS);
  }

  /** Checks the session if that is due; returns the time until the next check, in nanoseconds. */
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
   * Whether the other side is asked when it is not heard. While nothing is under way, only the
   * process that watches it asks; but a process that has asked does so until it answers.
   */
  private boolean isAttentive(long nowNs) {
    return watched || silentNs > 0 || outgoing.isAwaited() || nowNs - trafficNs < BUSY_NS;
  }

  private static void ask(SessionConnection link) {
    link.expected = true;
    link.probed = true;
    link.wants(SessionConnection.ControlFrame.PROBE);
  }

  /**
   * Whether something was heard on the connection since the last check. If not, or if its path was
   * left, it is probed, unless nothing is expected of it.
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
      link.wants(SessionConnection.ControlFrame.PROBE);
    }
    if (isHopeless(link)) {
      session.changed().signalAll();
    }
    return heard;
  }

  /**
   * Uses a path again, but not before both directions carry: they come back one after the other.
   */
  private void takeBack(SessionConnection link) {
    if (link.left && link.isProven() && !session.paths().isUnheardByPeer(link.path.index)) {
      link.left = false;
      link.path.taken.increment();
      LOG.info("Path {} to {} is taken back", link.path.index, session);
    }
  }

  /** Whether the connection was probed, and not so long ago that other connections are tried. */
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

  /** Whether the other side, or its system, has ended all connections, and makes no new ones. */
  private boolean isGone() {
    return session.paths().all().stream()
        .filter(path -> path.connections.sum() > 0)
        .allMatch(path -> path.link == null && path.endedByPeer);
  }

  /**
   * The time from the end of all connections until the other side counts as gone, in nanoseconds.
   */
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
    // At least half of the time this process has asked.
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

  /** Acknowledges what no frame has acknowledged since the last check. */
  private void acknowledge(List<SessionConnection> links) {
    boolean untold = session.told() < incoming.delivered();
    for (SessionConnection link : links) {
      if (link.owedFrames > 0 || untold && !link.left) {
        link.wants(SessionConnection.ControlFrame.ACKNOWLEDGE);
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
