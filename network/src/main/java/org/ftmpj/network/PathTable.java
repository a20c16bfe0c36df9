package org.ftmpj.network;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/**
 * The paths of a session, and those of them on which either side hears nothing. With the session's
 * lock, unless a method says otherwise.
 */
final class PathTable {
  /** The most paths; more than hosts have. */
  private static final int MOST = 16;

  /** The ratio from which on two rates count as the same: learned rates are not exact. */
  private static final double ALIKE = 0.75;

  private final ReentrantLock lock;
  private final List<PathUse> all = new ArrayList<>();
  private volatile int unheard;
  private volatile int unheardByPeer;

  /**
   * @param lock the session's
   */
  PathTable(ReentrantLock lock) {
    this.lock = lock;
  }

  /** The path of that number, from 0; null if there are too many. Without the lock. */
  PathUse at(int index) {
    lock.lock();
    try {
      while (all.size() <= index && index < MOST) {
        all.add(new PathUse(all.size()));
      }
      return index < MOST ? all.get(index) : null;
    } finally {
      lock.unlock();
    }
  }

  List<PathUse> all() {
    return all;
  }

  /** The existing connections. */
  Stream<SessionConnection> links() {
    return all.stream().map(path -> path.link).filter(Objects::nonNull);
  }

  /**
   * The connection by which a content would arrive first, of those that should take it; null if
   * none should.
   *
   * @param tried a connection without room, as those with an earlier arrival; null for none
   */
  SessionConnection earliest(int bytes, long nowNs, SessionConnection tried) {
    double mostRate = mostRate();
    double triedNs = tried == null ? -1 : delayNs(tried, bytes, nowNs, mostRate);
    SessionConnection best = null;
    double bestNs = Double.POSITIVE_INFINITY;
    for (PathUse path : all) {
      SessionConnection link = path.link;
      if (link == null || !link.mayTake(bytes)) {
        continue;
      }
      double ns = delayNs(link, bytes, nowNs, mostRate);
      boolean isNext = ns > triedNs || ns == triedNs && path.index > tried.path.index;
      if (isNext && ns < bestNs) {
        best = link;
        bestNs = ns;
      }
    }
    return best;
  }

  private double mostRate() {
    double most = 0;
    for (PathUse path : all) {
      most = path.link == null ? most : Math.max(most, path.link.pace().rate());
    }
    return most;
  }

  /**
   * The time until the content would arrive, in nanoseconds. Unknown and similar rates count as the
   * same.
   */
  private static double delayNs(SessionConnection link, int bytes, long nowNs, double mostRate) {
    double rate = link.pace().rate();
    double counted = rate == 0 || rate >= ALIKE * mostRate ? mostRate : rate;
    return (link.pace().ahead(nowNs) + bytes) / (counted == 0 ? 1 : counted);
  }

  /** The counters of all paths. Without the lock. */
  List<PathCounters> counters(int peer) {
    lock.lock();
    try {
      return all.stream().map(path -> path.counters(peer)).toList();
    } finally {
      lock.unlock();
    }
  }

  /** A bit for each path on which this side hears nothing. Any thread. */
  int unheard() {
    return unheard;
  }

  void unheard(int those) {
    unheard = those;
  }

  /** A bit for each path on which the other side hears nothing. Any thread. */
  int unheardByPeer() {
    return unheardByPeer;
  }

  void unheardByPeer(int those) {
    unheardByPeer = those;
  }

  boolean isUnheardByPeer(int path) {
    return (unheardByPeer >> path & 1) == 1;
  }
}
