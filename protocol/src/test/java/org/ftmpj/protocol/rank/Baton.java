package org.ftmpj.protocol.rank;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Runs several threads one at a time, in an order that a seed decides: whoever holds the baton
 * passes it on at every step. So a whole job of blocking ranks is one deterministic run.
 */
final class Baton {
  private final Random random;
  private final List<Thread> runners = new ArrayList<>();
  private Thread holder;
  private Throwable failure;

  Baton(long seed) {
    random = new Random(seed);
  }

  /** Runs all to their ends; throws the first failure of any. */
  void run(List<Runnable> bodies) throws Throwable {
    for (Runnable body : bodies) {
      Thread t = new Thread(() -> runOne(body));
      t.setDaemon(true);
      runners.add(t);
    }
    List<Thread> all = List.copyOf(runners);
    holder = pick();
    all.forEach(Thread::start);
    for (Thread t : all) {
      t.join(20_000);
      if (t.isAlive()) {
        AssertionError hang = new AssertionError("a rank hangs");
        hang.setStackTrace(t.getStackTrace());
        throw hang;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** One step: somebody else may go on here. */
  synchronized void step() {
    if (failure != null) {
      throw new IllegalStateException("another rank failed");
    }
    Thread me = Thread.currentThread();
    holder = pick();
    notifyAll();
    awaitTurn(me);
  }

  int nextInt(int bound) {
    return random.nextInt(bound);
  }

  private void runOne(Runnable body) {
    Thread me = Thread.currentThread();
    synchronized (this) {
      awaitTurn(me);
    }
    try {
      body.run();
    } catch (Throwable t) {
      synchronized (this) {
        if (failure == null) {
          failure = t;
        }
      }
    }
    synchronized (this) {
      runners.remove(me);
      holder = runners.isEmpty() ? null : pick();
      notifyAll();
    }
  }

  private void awaitTurn(Thread me) {
    while (holder != me) {
      try {
        wait();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private Thread pick() {
    return runners.get(random.nextInt(runners.size()));
  }
}
