package org.ftmpj.it.program;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import mpi.MPI;

/**
 * A program whose executors have idle workers whenever main calls MPI: it gives them tasks now and
 * then, and shuts them down at its end.
 */
public final class IdlePools {
  private static final int WORKERS = 3;

  private final AtomicInteger made = new AtomicInteger();
  private final ThreadLocal<long[]> own = ThreadLocal.withInitial(() -> new long[1]);
  private final ExecutorService fixed = Executors.newFixedThreadPool(WORKERS);
  private final ExecutorService cached = Executors.newCachedThreadPool();
  private final ExecutorService single = Executors.newSingleThreadExecutor();
  private final ScheduledExecutorService scheduled = Executors.newScheduledThreadPool(1);
  private final ExecutorService bounded =
      new ThreadPoolExecutor(2, 2, 1, TimeUnit.HOURS, new ArrayBlockingQueue<>(100), this::named);
  private final ThreadPoolExecutor ordered =
      new ThreadPoolExecutor(1, 1, 1, TimeUnit.HOURS, new PriorityBlockingQueue<>());

  /** Its workers end at any time, also while a checkpoint is taken. */
  private final ThreadPoolExecutor brief =
      new ThreadPoolExecutor(2, 2, 20, TimeUnit.MILLISECONDS, new LinkedBlockingQueue<>());

  private final List<ExecutorService> all =
      List.of(fixed, cached, single, scheduled, bounded, ordered, brief);

  private IdlePools() {
    brief.allowCoreThreadTimeOut(true);
  }

  private Thread named(Runnable task) {
    Thread thread = new Thread(task, "bounded " + made.incrementAndGet());
    thread.setDaemon(true);
    return thread;
  }

  /**
   * @param arguments of MPJ Express, and how many rounds
   */
  public static void main(String[] arguments) throws Exception {
    String[] rest = MPI.Init(arguments);
    new IdlePools().run(Integer.parseInt(rest[0]));
    MPI.Finalize();
  }

  private void run(int rounds) throws Exception {
    int rank = MPI.COMM_WORLD.Rank();
    int size = MPI.COMM_WORLD.Size();
    long[] passed = {rank};
    for (int round = 0; round < rounds; round++) {
      if (round % 5 == 0) {
        passed[0] = passed[0] * 31 + work(round);
      }
      MPI.COMM_WORLD.Sendrecv_replace(
          passed, 0, 1, MPI.LONG, (rank + 1) % size, 0, (rank + size - 1) % size, 0);
      System.out.println("round " + round + ": " + passed[0]);
    }
    for (ExecutorService pool : all) {
      pool.shutdown();
      System.out.println(pool.awaitTermination(1, TimeUnit.MINUTES));
    }
  }

  private long work(int round) throws Exception {
    long sum = 0;
    for (ExecutorService pool : List.of(fixed, cached, bounded, brief)) {
      List<Future<Long>> results = new ArrayList<>();
      for (long i = 0; i < 2 * WORKERS; i++) {
        long task = i + round;
        results.add(pool.submit(() -> task * task));
      }
      for (Future<Long> result : results) {
        sum = sum * 31 + result.get();
      }
    }
    // Of one worker, which keeps its name and its values as long as the program runs.
    sum += single.submit(() -> ++own.get()[0] + Thread.currentThread().getName().hashCode()).get();
    sum += scheduled.schedule(() -> ++own.get()[0], 1, TimeUnit.MILLISECONDS).get();
    CountDownLatch done = new CountDownLatch(1);
    ordered.execute(done::countDown);
    done.await();
    return sum + ordered.getPoolSize();
  }
}
