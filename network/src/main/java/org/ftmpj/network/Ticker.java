package org.ftmpj.network;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import org.ftmpj.common.life.OwnThreads;
import org.ftmpj.common.life.Pulse;

/** The thread that looks after the sessions of an endpoint from time to time. */
final class Ticker implements AutoCloseable {
  private final List<Health> healths = new CopyOnWriteArrayList<>();
  private final Pulse pulse = new Pulse();
  private final Thread thread;
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

  /** A session is to be looked after sooner than it was said. */
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
      LockSupport.parkNanos(this, Math.max(pauseNs, 1));
    }
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
