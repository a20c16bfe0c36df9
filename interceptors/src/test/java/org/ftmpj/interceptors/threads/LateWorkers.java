package org.ftmpj.interceptors.threads;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionService;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A program, for the tests to weave, whose executors each have one worker, which may be late. */
public final class LateWorkers {
  static final int TASKS = 6;

  private final AtomicInteger order = new AtomicInteger();
  private final List<Object> lines = Collections.synchronizedList(new ArrayList<>());

  public LateWorkers(int rounds) {}

  private static ThreadPoolExecutor pool(BlockingQueue<Runnable> queue) {
    return new ThreadPoolExecutor(
        1,
        1,
        1,
        TimeUnit.MINUTES,
        queue,
        task ->
            new Thread(
                () -> {
                  Delays.worker();
                  task.run();
                }),
        new ThreadPoolExecutor.CallerRunsPolicy());
  }

  /** Answers what its threads saw. */
  public List<Object> run() throws Exception {
    oneAfterTheOther();
    byTheCaller();
    afterwards();
    lines.add("ended true");
    return lines;
  }

  /** Its tasks may share what they like without a lock. */
  private void oneAfterTheOther() throws InterruptedException {
    ThreadPoolExecutor pool = pool(new LinkedBlockingQueue<>());
    AtomicInteger inside = new AtomicInteger();
    ThreadLocal<Integer> ofWorker = ThreadLocal.withInitial(() -> 0);
    for (int i = 0; i < TASKS; i++) {
      int number = i;
      pool.execute(
          () -> {
            if (inside.getAndIncrement() != 0) {
              lines.add("failed: two tasks at once");
            }
            ofWorker.set(ofWorker.get() + 1);
            for (int step = 0; step < 20; step++) {
              order.accumulateAndGet(number, (o, n) -> o * 31 + n);
              Thread.yield();
            }
            lines.add("task " + number + ", the " + ofWorker.get() + "th of its worker");
            inside.getAndDecrement();
          });
    }
    Delays.main();
    lines.add("order " + order.incrementAndGet());
    Jitter.flush();
    pool.shutdown();
    lines.add("in order " + pool.awaitTermination(1, TimeUnit.MINUTES));
  }

  /** The queue is full, however late the worker is. */
  private void byTheCaller() throws Exception {
    ThreadPoolExecutor pool = pool(new ArrayBlockingQueue<>(1));
    CountDownLatch full = new CountDownLatch(1);
    pool.execute(() -> await(full));
    pool.execute(order::incrementAndGet);
    Delays.main();
    CompletionService<Integer> service = new ExecutorCompletionService<>(pool);
    Thread caller = Thread.currentThread();
    service.submit(
        () -> {
          if (Thread.currentThread() != caller) {
            lines.add("failed: not by the caller");
          }
          return order.addAndGet(2);
        });
    lines.add("by the caller " + service.take().get());
    Jitter.flush();
    full.countDown();
    pool.shutdown();
    lines.add("late " + pool.awaitTermination(1, TimeUnit.MINUTES));
  }

  /** What follows a task comes into the queue when that is complete, which is no event. */
  private void afterwards() throws Exception {
    ThreadPoolExecutor pool = pool(new LinkedBlockingQueue<>());
    CountDownLatch begun = new CountDownLatch(1);
    CompletableFuture<Void> first =
        CompletableFuture.runAsync(
            () -> {
              begun.countDown();
              Delays.worker();
            },
            pool);
    CompletableFuture<Void> then =
        first.thenRunAsync(() -> lines.add("then " + order.addAndGet(3)), pool);
    begun.await();
    Delays.main();
    pool.execute(() -> lines.add("second " + order.addAndGet(5)));
    then.join();
    pool.shutdown();
    lines.add("after " + pool.awaitTermination(1, TimeUnit.MINUTES));
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
