package org.ftmpj.interceptors.threads;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A program, for the tests to weave, whose threads hand things over by all means there are. What it
 * answers depends on the order in which they came to each.
 */
public final class Crowd {
  private static final int THREADS = 3;

  private final int rounds;
  private final AtomicLong order = new AtomicLong(1);
  private final List<Object> lines = Collections.synchronizedList(new ArrayList<>());

  private long guarded = 1;
  private final ArrayDeque<Integer> box = new ArrayDeque<>();
  private final ReentrantLock lock = new ReentrantLock(true);
  private final Condition notEmpty = lock.newCondition();
  private final ArrayDeque<Integer> locked = new ArrayDeque<>();
  private final BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(2);
  private final Queue<Integer> plain = new ConcurrentLinkedQueue<>();
  private final Map<Integer, Integer> map = new ConcurrentHashMap<>();
  private final Semaphore semaphore = new Semaphore(2);
  private final CyclicBarrier barrier =
      new CyclicBarrier(THREADS, () -> saw("barrier", order.incrementAndGet()));
  private volatile int flag;
  private static volatile long wide;

  public Crowd(int rounds) {
    this.rounds = rounds;
  }

  /** Answers what its threads saw. */
  public List<Object> run() throws Exception {
    List<Thread> threads = new ArrayList<>();
    CountDownLatch ready = new CountDownLatch(THREADS);
    for (int i = 0; i < THREADS; i++) {
      int number = i;
      Worker worker = new Worker(() -> work(number, ready));
      worker.start();
      threads.add(worker);
    }
    ready.await();
    saw("flag", flag);
    consume();
    inPool();
    long alive = 0;
    while (threads.get(0).isAlive()) {
      alive++;
      Jitter.now();
    }
    saw("alive", alive);
    for (Thread thread : threads) {
      thread.join();
    }
    saw("guarded", guarded);
    saw("order", order.get());
    saw("map", map.toString());
    saw("plain", plain.toString());
    saw("wide", wide);
    return lines;
  }

  /** A thread of a class of the program's own. */
  static final class Worker extends Thread {
    Worker(Runnable task) {
      super(task);
    }
  }

  private void saw(String what, Object value) {
    lines.add(what + " " + value);
  }

  private void work(int number, CountDownLatch ready) {
    try {
      flag = number;
      ready.countDown();
      for (int round = 0; round < rounds; round++) {
        Jitter.now();
        work(number, round);
      }
    } catch (Exception e) {
      saw("failed", e);
    }
  }

  private void work(int number, int round) throws Exception {
    order.updateAndGet(o -> o * 31 + number);
    synchronized (box) {
      box.add(number);
      box.notify();
    }
    Jitter.now();
    guard(number);
    lock.lock();
    try {
      locked.add(number);
      notEmpty.signal();
    } finally {
      lock.unlock();
    }
    queue.put(number);
    map.merge(number % 2, number, (a, b) -> (a * 7 + b) % 1009);
    plain.add(number);
    if (plain.size() > 4) {
      plain.poll();
    }
    semaphore.acquire();
    Jitter.now();
    wide = wide * 3 + number;
    if (!semaphore.tryAcquire()) {
      saw("full", number);
    } else {
      semaphore.release();
    }
    semaphore.release();
    if (round % 10 == 0) {
      saw("index of " + number, barrier.await());
    }
    if (lock.tryLock(1, TimeUnit.MILLISECONDS)) {
      saw("holds", lock.getHoldCount());
      lock.unlock();
    }
  }

  private synchronized void guard(int number) {
    guarded = guarded * 31 + number;
  }

  /** Takes what the threads put. */
  private void consume() throws InterruptedException {
    long fromBox = 0;
    long fromLock = 0;
    long fromQueue = 0;
    for (int i = 0; i < THREADS * rounds; i++) {
      Integer polled;
      while ((polled = queue.poll(200, TimeUnit.MICROSECONDS)) == null) {
        order.incrementAndGet();
      }
      fromQueue = fromQueue * 31 + polled;
      synchronized (box) {
        while (box.isEmpty()) {
          box.wait();
        }
        fromBox = fromBox * 31 + box.remove();
      }
      lock.lock();
      try {
        while (locked.isEmpty()) {
          notEmpty.await();
        }
        fromLock = fromLock * 31 + locked.remove();
      } finally {
        lock.unlock();
      }
    }
    saw("box", fromBox);
    saw("lock", fromLock);
    saw("queue", fromQueue);
  }

  private void inPool() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    CompletionService<Integer> service = new ExecutorCompletionService<>(pool);
    for (int i = 0; i < rounds; i++) {
      int number = i;
      service.submit(
          () -> {
            Jitter.now();
            order.accumulateAndGet(number, (o, n) -> o * 17 + n);
            return number;
          });
    }
    for (int i = 0; i < rounds; i++) {
      saw("done", service.take().get());
    }
    Future<?> last = pool.submit(Jitter::now);
    long polls = 0;
    while (!last.isDone()) {
      polls++;
    }
    saw("polls", polls);
    pool.shutdown();
    saw("ended", pool.awaitTermination(1, TimeUnit.MINUTES));
  }
}
