package org.ftmpj.it.program;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.Vector;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import mpi.MPI;

/** The JDK runs code of the program, which waits for other threads, prints, and calls MPI. */
public final class Callbacks {
  private static final int TASKS = 4;

  private static ExecutorService pool;

  private Callbacks() {}

  /** Compared with a lock. */
  private record Job(int number) implements Comparable<Job> {
    @Override
    public int compareTo(Job other) {
      synchronized (Callbacks.class) {
        return Integer.compare(number, other.number);
      }
    }
  }

  public static void main(String[] args) {
    MPI.Init(args);
    Steps.runWithoutFinalize(Callbacks::step);
    MPI.Finalize();
  }

  private static <T> T get(Future<T> future) {
    try {
      return future.get();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static <T> T elsewhere(Callable<T> task) {
    return get(pool.submit(task));
  }

  private static Object step(int step, int rank, int size) {
    pool = Executors.newCachedThreadPool();
    try {
      return collections(step, rank) + " " + maps(step, rank) + " " + others(step);
    } finally {
      pool.shutdown();
    }
  }

  private static String collections(int step, int rank) {
    List<Future<Integer>> futures = new CopyOnWriteArrayList<>();
    Map<Integer, Future<Integer>> byNumber = new ConcurrentHashMap<>();
    AtomicInteger sum = new AtomicInteger();
    Vector<Thread> threads = new Vector<>();
    for (int i = 0; i < TASKS; i++) {
      int number = i;
      futures.add(pool.submit(() -> sum.addAndGet(number + step) - sum.get() + number));
      byNumber.put(i, pool.submit(() -> sum.updateAndGet(s -> s + number * rank) * 0 + number));
      Thread thread = new Thread(() -> sum.updateAndGet(s -> s + elsewhere(() -> number)));
      thread.start();
      threads.add(thread);
    }
    AtomicInteger all = new AtomicInteger();
    futures.forEach(future -> get(future));
    byNumber.values().forEach(future -> all.addAndGet(get(future)));
    threads.forEach(
        thread -> {
          try {
            thread.join();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
    return all + " " + sum;
  }

  private static String maps(int step, int rank) {
    Map<Integer, Integer> map = new ConcurrentHashMap<>();
    for (int i = 0; i < TASKS; i++) {
      map.computeIfAbsent(i, k -> elsewhere(() -> map.merge(k + 100, step, Integer::sum) + k));
      map.merge(i, rank, (a, b) -> elsewhere(() -> a + b));
    }
    map.forEach((k, v) -> System.out.println("entry " + k + " of step " + step + ": " + v));
    int[] all = new int[1];
    map.values().removeIf(value -> allReduced(value % 3, all) < 0);
    return new TreeMap<>(map) + " " + all[0];
  }

  /** With the same value in all ranks it would be the same in each. */
  private static int allReduced(int value, int[] all) {
    int[] in = {1};
    int[] out = new int[1];
    MPI.COMM_WORLD.Allreduce(in, 0, out, 0, 1, MPI.INT, MPI.SUM);
    all[0] += out[0];
    return value;
  }

  /** Iterations of a synchronized list beside a thread that adds to it. */
  private static String others(int step) {
    List<Integer> list = Collections.synchronizedList(new ArrayList<>());
    PriorityBlockingQueue<Job> jobs = new PriorityBlockingQueue<>();
    List<Future<?>> adding = new ArrayList<>();
    for (int i = 0; i < TASKS; i++) {
      int number = i;
      adding.add(
          pool.submit(
              () -> {
                list.add(number);
                jobs.add(new Job((number * 7 + step) % 5));
              }));
    }
    AtomicInteger seen = new AtomicInteger();
    for (int i = 0; i < TASKS; i++) {
      synchronized (list) {
        for (int number : list) {
          seen.set(Math.max(seen.get(), number));
        }
      }
      synchronized (Callbacks.class) {
        seen.incrementAndGet();
        seen.decrementAndGet();
      }
    }
    adding.forEach(future -> get(future));
    StringBuilder order = new StringBuilder();
    Job job = jobs.poll();
    while (job != null) {
      order.append(job.number()).append(' ');
      job = jobs.poll();
    }
    return order + "of " + list.size();
  }
}
