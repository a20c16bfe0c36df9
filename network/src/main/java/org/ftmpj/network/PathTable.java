package org.ftmpj.network;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/**
 * The paths of a session, and on which of them either side hears nothing. What is not said
 * otherwise is to be called with the session's lock.
 */
final class PathTable {
  /** More than hosts have. */
  private static final int MOST = 16;

  /** What is learned of rates is not exact: one that is that part of another may be the same. */
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

  /** The connections that there are. */
  Stream<SessionConnection> links() {
    return all.stream().map(path -> path.link).filter(Objects::nonNull);
  }

  /**
   * The connection where a content would be there first, of those that should take it; null if none
   * should.
   *
   * @param tried had no room for it, nor had those where it would be there before; null for none
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

  /** When it would be there. Rates that are not known, or not very different, count as the same. */
  private static double delayNs(SessionConnection link, int bytes, long nowNs, double mostRate) {
    double rate = link.pace().rate();
    double counted = rate == 0 || rate >= ALIKE * mostRate ? mostRate : rate;
    return (link.pace().ahead(nowNs) + bytes) / (counted == 0 ? 1 : counted);
  }

  /** Without the lock. */
  List<PathCounters> counters(int peer) {
    lock.lock();
    try {
      return all.stream().map(path -> path.counters(peer)).toList();
    } finally {
      lock.unlock();
    }
  }

  /** A bit for each path on which nothing is heard here. Any thread. */
  int unheard() {
    return unheard;
  }

  void unheard(int those) {
    unheard = those;
  }

  /** A bit for each path on which the other side says that it hears nothing. Any thread. */
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
