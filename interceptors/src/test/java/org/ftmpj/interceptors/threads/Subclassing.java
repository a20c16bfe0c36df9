package org.ftmpj.interceptors.threads;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * A program, for the tests to weave, whose threads meet by classes of its own that extend those of
 * the JDK, and are called by their own names.
 */
public final class Subclassing {
  private static final int THREADS = 4;

  private final int rounds;
  private final Table table = new Deeper();
  private final Gate gate = new Gate();
  private final Latch latch = new Latch();
  private final Log log = new Log();
  private final Map map = new Map();

  static class Table extends ConcurrentHashMap<Integer, Integer> {
    private static final long serialVersionUID = 1;
  }

  static final class Deeper extends Table {
    private static final long serialVersionUID = 1;

    int twice(int key) {
      return 2 * getOrDefault(key, 0);
    }
  }

  static final class Gate extends Semaphore {
    private static final long serialVersionUID = 1;

    Gate() {
      super(2);
    }
  }

  static final class Latch extends ReentrantLock {
    private static final long serialVersionUID = 1;
  }

  static final class Log extends Vector<Integer> {
    private static final long serialVersionUID = 1;
  }

  /** Of the same name as the interface, but no collection. */
  static final class Map {
    private int puts;

    synchronized int put() {
      return ++puts;
    }
  }

  static final class Pool extends ThreadPoolExecutor {
    Pool() {
      super(THREADS, THREADS, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    }
  }

  /** Runs until it is interrupted. */
  static final class Worker extends Thread {
    private long steps;

    @Override
    public void run() {
      while (!isInterrupted()) {
        steps++;
        Jitter.now();
      }
    }
  }

  public Subclassing(int rounds) {
    this.rounds = rounds;
  }

  /** Answers what each thread saw. */
  public List<Object> run() throws Exception {
    List<Object> lines = new ArrayList<>();
    Worker worker = new Worker();
    BooleanSupplier interrupted = worker::isInterrupted;
    worker.start();
    long[] seen = new long[THREADS];
    Pool pool = new Pool();
    for (int i = 0; i < THREADS; i++) {
      int number = i;
      pool.execute(() -> seen[number] = meet(number));
    }
    pool.shutdown();
    lines.add(pool.awaitTermination(1, TimeUnit.MINUTES));
    lines.add(worker.isAlive() + " " + interrupted.getAsBoolean());
    worker.interrupt();
    worker.join();
    lines.add("steps " + worker.steps + worker.isAlive());
    lines.add(Arrays.toString(seen) + table + log);
    lines.add("ended " + pool.isTerminated());
    return lines;
  }

  private long meet(int number) {
    long hash = number;
    for (int i = 0; i < rounds * 6; i++) {
      Jitter.now();
      hash = hash * 31 + meet(number, i);
    }
    return hash;
  }

  private int meet(int number, int i) {
    int key = i % 7;
    switch (i % 6) {
      case 0:
        return table.merge(key, number, (a, b) -> a * 3 + b) + table.size();
      case 1:
        return ((Deeper) table).twice(key) + table.computeIfAbsent(key, k -> number);
      case 2:
        return gate.tryAcquire() ? released() : 5;
      case 3:
        latch.lock();
        try {
          return log.size() + latch.getHoldCount();
        } finally {
          latch.unlock();
        }
      case 4:
        log.add(number);
        return log.get(i % log.size());
      default:
        return map.put();
    }
  }

  private int released() {
    Jitter.now();
    gate.release();
    return gate.availablePermits();
  }
}
