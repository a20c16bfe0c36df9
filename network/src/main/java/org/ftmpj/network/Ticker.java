package org.ftmpj.network;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import org.ftmpj.common.life.OwnThreads;
import org.ftmpj.common.life.Pulse;
import org.ftmpj.network.notice.HostRing;

/** The thread that checks the sessions of an endpoint from time to time. */
final class Ticker implements AutoCloseable {
  private final List<Health> healths = new CopyOnWriteArrayList<>();
  private final Pulse pulse = new Pulse();
  private final Thread thread;
  private volatile HostRing ring; // null if there is none
  private long turnedNs;
  private boolean isSuspicionNew;
  private volatile boolean closed;

  Ticker() {
    thread = OwnThreads.all().start("ftmpj-net-clock", pulse, this::run);
  }

  void add(Health health) {
    healths.add(health);
    wake();
  }

  void remove(Health health) {
    healths.remove(health);
  }

  /** Has idle sessions watched by that ring from now on. */
  void watchBy(HostRing its) {
    ring = its;
    wake();
  }

  /**
   * Called by its own thread when the other side of a session becomes suspected, or no longer is.
   * Called by its own thread.
   */
  void suspicionChanged() {
    isSuspicionNew = true;
  }

  /** Makes the thread check a session sooner than planned. */
  void wake() {
    LockSupport.unpark(thread);
  }

  private void run() {
    while (!closed) {
      pulse.works();
      long pauseNs = Health.IDLE_NS;
      for (Health health : healths) {
        pauseNs = Math.min(pauseNs, health.lookIfDue(System.nanoTime()));
      }
      HostRing there = ring;
      if (there != null) {
        pauseNs = Math.min(pauseNs, turnIfDue(there, System.nanoTime()));
      }
      LockSupport.parkNanos(this, Math.max(pauseNs, 1));
    }
  }

  private long turnIfDue(HostRing there, long nowNs) {
    long leftNs = turnedNs + Health.IDLE_NS - nowNs;
    if (turnedNs == 0 || leftNs <= 0) {
      turnedNs = nowNs;
      leftNs = Health.IDLE_NS;
      there.turn();
    } else if (isSuspicionNew) {
      there.suspected();
    }
    isSuspicionNew = false;
    return leftNs;
  }

  @Override
  public void close() {
    closed = true;
    wake();
  }

  static Thread daemon(Runnable work, String name) {
    return OwnThreads.all().start(name, work);
  }
}
