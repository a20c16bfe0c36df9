package org.ftmpj.interceptors.threads;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Vector;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A program, for the tests to weave, that gives the JDK code of its own, which waits for other
 * threads and hands things over. What it answers depends on the order in which they came to each.
 */
public final class CrowdOfCallbacks {
  private static final int THREADS = 3;

  private final int rounds;
  private final ExecutorService pool = Executors.newCachedThreadPool();
  private final AtomicLong order = new AtomicLong(1);
  private final ReentrantLock lock = new ReentrantLock();
  private final List<Object> lines = Collections.synchronizedList(new ArrayList<>());
  private final Map<Object, Long> map = new ConcurrentHashMap<>();

  /** How often it compares is random. */
  private final ConcurrentSkipListMap<Integer, Integer> sorted = new ConcurrentSkipListMap<>();

  private final BlockingQueue<Key> first = new PriorityBlockingQueue<>();
  private final List<Integer> copied = new CopyOnWriteArrayList<>();
  private final BlockingQueue<Integer> bounded = new ArrayBlockingQueue<>(64);
  private final Map<Integer, Integer> table = new Hashtable<>();
  private final LongAccumulator accumulator = new LongAccumulator(this::accumulate, 1);

  public CrowdOfCallbacks(int rounds) {
    this.rounds = rounds;
  }

  /** Its methods, which the JDK calls, hand something over, too. */
  final class Key implements Comparable<Key> {
    private final int number;

    Key(int number) {
      this.number = number;
    }

    private synchronized int number() {
      return number;
    }

    @Override
    public int compareTo(Key other) {
      step(7);
      return Integer.compare(number(), other.number());
    }

    @Override
    public boolean equals(Object other) {
      step(11);
      return other instanceof Key key && key.number() == number();
    }

    @Override
    public int hashCode() {
      step(13);
      return number % 2;
    }

    @Override
    public String toString() {
      return "k" + number;
    }
  }

  /** Another thread does it; the one that asks for it waits. */
  private <T> T elsewhere(Callable<T> what) {
    try {
      return pool.submit(what).get();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** In order with what all others do. */
  private long step(int factor) {
    Jitter.now();
    return order.accumulateAndGet(factor, (a, b) -> (a * 31 + b) % 1_000_003);
  }

  private long locked(int factor) {
    lock.lock();
    try {
      return step(factor);
    } finally {
      lock.unlock();
    }
  }

  private long accumulate(long one, long other) {
    return (one * 31 + other + locked(17)) % 1_000_003;
  }

  private void saw(String what, Object value) {
    lines.add(what + " " + value);
  }

  /** Answers what its threads saw. */
  public List<Object> run() throws Exception {
    List<Future<?>> futures = new CopyOnWriteArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      int number = i;
      futures.add(pool.submit(() -> work(number)));
    }
    futures.forEach(
        future -> {
          try {
            future.get();
          } catch (Exception e) {
            saw("failed", e);
          }
          step(1);
        });
    threads();
    rejections();
    completions();
    saw("order", order.get());
    saw("map", new ConcurrentSkipListMap<>(asText(map)));
    saw("sorted", sorted);
    saw("copied", copied);
    saw("table", table);
    saw("accumulated", accumulator.get());
    pool.shutdown();
    saw("ended", pool.awaitTermination(1, TimeUnit.MINUTES));
    return lines;
  }

  private static Map<String, Long> asText(Map<Object, Long> map) {
    Map<String, Long> text = new ConcurrentSkipListMap<>();
    map.forEach((key, value) -> text.put(key.toString(), value));
    return text;
  }

  private void work(int number) {
    for (int round = 0; round < rounds; round++) {
      Jitter.now();
      computations(number, round);
      elements(number, round);
      monitors(number, round);
      accumulator.accumulate(number);
      interrupted(number);
    }
  }

  private void computations(int number, int round) {
    map.computeIfAbsent("round " + round, k -> elsewhere(() -> step(number)));
    map.merge("common", 1L, (a, b) -> (a * 31 + b + locked(number)) % 1009);
    map.compute(new Key(round % 3), (k, old) -> old == null ? step(2) : old + step(3));
    map.computeIfPresent("round " + (round - 1), (k, old) -> round % 2 == 0 ? null : locked(5));
    map.put("common", map.getOrDefault("common", 0L) + number);
    try {
      map.computeIfAbsent(
          "recursive " + number + round,
          k -> {
            map.put(k, 1L);
            return 2L;
          });
      saw("no recursion", number);
    } catch (IllegalStateException e) {
      step(4);
    }
    sorted.merge(round % 5, number, (a, b) -> (int) (a * 7 + b + locked(6)) % 1009);
  }

  private void elements(int number, int round) {
    first.add(new Key(round + number));
    copied.add(number);
    bounded.offer(number);
    map.keySet().forEach(key -> step(8));
    map.values().removeIf(value -> value % 7 == locked(9) % 7);
    copied.removeIf(value -> copied.size() > 6 && elsewhere(() -> step(10)) % 2 == 0);
    copied.replaceAll(value -> (int) (value + locked(value) % 2));
    bounded.forEach(value -> locked(value));
    if (bounded.size() > 9) {
      List<Integer> drained = new Vector<>();
      bounded.drainTo(drained);
      saw("drained by " + number, drained);
    }
    Key taken = first.poll();
    saw("first of " + number, taken);
  }

  private void monitors(int number, int round) {
    synchronized (lines) {
      lines.forEach(line -> Jitter.now());
      locked(number);
    }
    table.compute(round % 2, (k, old) -> (int) (old == null ? number : old + locked(number) % 10));
    table.keySet().forEach(k -> step(k));
    List<Object> some = new ArrayList<>();
    some.add(lines.size());
    copied.addAll(Collections.synchronizedList(new ArrayList<>(List.of(number))));
    saw("lines of " + number, some);
  }

  private void interrupted(int number) {
    Thread.currentThread().interrupt();
    locked(number);
    if (!Thread.interrupted()) {
      saw("not interrupted", number);
    }
  }

  private void threads() {
    Vector<Thread> threads = new Vector<>();
    for (int i = 0; i < THREADS; i++) {
      int number = i;
      Thread thread = new Thread(() -> saw("thread", locked(number)));
      thread.start();
      threads.add(thread);
    }
    threads.forEach(
        thread -> {
          try {
            thread.join();
          } catch (InterruptedException e) {
            saw("failed", e);
          }
        });
  }

  /** A handler that waits for a place in the queue, and a factory that takes a lock. */
  private void rejections() throws InterruptedException {
    ThreadPoolExecutor small =
        new ThreadPoolExecutor(
            1,
            1,
            1,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(1),
            task -> {
              lock.lock();
              lock.unlock();
              return new Thread(task);
            },
            (task, executor) -> {
              try {
                executor.getQueue().put(task);
              } catch (InterruptedException e) {
                saw("failed", e);
              }
            });
    CountDownLatch done = new CountDownLatch(5);
    for (int i = 0; i < 5; i++) {
      int number = i;
      small.execute(
          () -> {
            locked(number);
            done.countDown();
          });
    }
    done.await();
    small.shutdown();
    // That a task ends is an event, which is to come before the end of main.
    saw("ended", small.awaitTermination(1, TimeUnit.MINUTES));
  }

  private void completions() throws Exception {
    ExecutorService direct =
        new ThreadPoolExecutor(
            1,
            1,
            1,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(1),
            new ThreadPoolExecutor.CallerRunsPolicy());
    CompletionService<Long> service = new ExecutorCompletionService<>(direct);
    CountDownLatch full = new CountDownLatch(1);
    direct.submit(() -> full.await(1, TimeUnit.MINUTES));
    direct.submit(() -> step(1));
    service.submit(() -> locked(2)); // by the caller: the queue is full
    saw("by the caller", service.take().get());
    full.countDown();
    direct.shutdown();
    saw("ended", direct.awaitTermination(1, TimeUnit.MINUTES));
  }
}
