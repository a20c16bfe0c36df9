package org.ftmpj.interceptors.threads;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** A program, for the tests to weave, that asks what workers of executors do, and stops them. */
public final class Pools {
  private static final ThreadLocal<Integer> TASKS = ThreadLocal.withInitial(() -> 0);
  private static final ThreadLocal<List<Integer>> NUMBERS =
      new ThreadLocal<>() {
        @Override
        protected List<Integer> initialValue() {
          return new ArrayList<>();
        }
      };
  private static final Supplier<ThreadLocal<Long>> MAKER = ThreadLocal::new;
  private static final ThreadLocal<Long> LAST = MAKER.get();

  private final int rounds;
  private final List<Object> lines = Collections.synchronizedList(new ArrayList<>());
  private final AtomicLong order = new AtomicLong(1);

  public Pools(int rounds) {
    this.rounds = rounds;
  }

  /** Answers what its threads saw. */
  public List<Object> run() throws Exception {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(3, 3, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>());
    ForkJoinPool forks = new ForkJoinPool(2);
    for (int round = 0; round < rounds; round++) {
      workers(pool, forks);
      counts(pool);
      completions(pool);
      cancelled(pool);
    }
    forks.shutdown();
    lines.add("forks " + forks.awaitTermination(1, TimeUnit.MINUTES));
    dies();
    byPriority();
    scheduled();
    stopped();
    stoppedWhileScheduled();
    pool.shutdown();
    lines.add("shut down " + pool.isShutdown());
    lines.add("ended " + pool.awaitTermination(1, TimeUnit.MINUTES));
    return lines;
  }

  private void workers(ExecutorService pool, ForkJoinPool forks) throws Exception {
    List<Future<String>> futures = new ArrayList<>();
    List<Callable<String>> tasks = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      int number = i;
      tasks.add(() -> onWorker(number));
      futures.add(pool.submit(tasks.get(i)));
      futures.add(CompletableFuture.supplyAsync(() -> onWorker(number), forks));
    }
    futures.addAll(pool.invokeAll(tasks));
    StringBuilder line = new StringBuilder("workers");
    for (Future<String> future : futures) {
      line.append(' ').append(future.get());
    }
    lines.add(line.toString());
    TASKS.set(TASKS.get() + 1);
    lines.add("main " + TASKS.get() + NUMBERS.get() + LAST.get());
  }

  /** What the worker that runs it has seen. */
  private String onWorker(int number) {
    Jitter.now();
    TASKS.set(TASKS.get() + 1);
    NUMBERS.get().add(number);
    if (NUMBERS.get().size() > 4) {
      NUMBERS.remove();
    }
    Long last = LAST.get();
    Jitter.now();
    LAST.set((last == null ? 7 : last) * 31 + number);
    return TASKS.get() + "/" + NUMBERS.get() + "/" + LAST.get();
  }

  private void counts(ThreadPoolExecutor pool) throws Exception {
    CountDownLatch done = new CountDownLatch(8);
    List<Runnable> tasks = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      int number = i;
      tasks.add(
          () -> {
            mix(number);
            done.countDown();
          });
      pool.execute(tasks.get(i));
    }
    long seen = 0;
    while (!pool.getQueue().isEmpty()) {
      seen = seen * 31 + pool.getActiveCount() + pool.getQueue().size();
      Jitter.now();
    }
    for (int i = 0; i < 5; i++) {
      seen = seen * 31 + pool.getCompletedTaskCount() + pool.getTaskCount();
      seen = seen * 31 + pool.getPoolSize() + pool.getLargestPoolSize();
      Jitter.now();
    }
    lines.add("counts " + seen);
    done.await();
  }

  private void completions(ExecutorService pool) throws Exception {
    BlockingQueue<Future<Integer>> own = new LinkedBlockingQueue<>();
    ExecutorCompletionService<Integer> service = new ExecutorCompletionService<>(pool, own);
    List<Future<Integer>> futures = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      int number = i;
      futures.add(service.submit(() -> mix(number)));
    }
    futures.add(service.submit(() -> mix(9), 9));
    boolean cancelled = futures.get(4).cancel(false);
    int polls = 0;
    StringBuilder line = new StringBuilder("completed " + cancelled);
    for (int taken = 0; taken < futures.size(); ) {
      Future<Integer> future = taken == 0 ? service.take() : service.poll();
      polls++;
      if (future != null) {
        taken++;
        line.append(' ').append(futures.indexOf(future)).append(future.isCancelled());
      }
    }
    lines.add(line + " polls " + polls + service.poll());
    if (!own.isEmpty()) {
      lines.add("failed: futures are left behind, " + own.size());
    }
  }

  private void cancelled(ThreadPoolExecutor pool) throws Exception {
    List<Future<Integer>> futures = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      int number = i;
      futures.add(pool.submit(() -> mix(number)));
    }
    Jitter.now();
    StringBuilder line = new StringBuilder("cancelled");
    boolean removed = pool.remove((Runnable) futures.get(7));
    for (int i = 2; i < 6; i++) {
      line.append(' ').append(futures.get(i).cancel(false));
    }
    int sum = 0;
    for (int i = 0; i < 7; i++) {
      Future<Integer> future = futures.get(i);
      sum = sum * 31 + (future.isCancelled() ? 1 : future.get());
    }
    lines.add(line + " removed " + removed + (removed ? 0 : futures.get(7).get()) + " " + sum);
  }

  /** A worker that a task has ended leaves its variables to none. */
  private void dies() throws Exception {
    Thread.UncaughtExceptionHandler quiet = (thread, failure) -> {};
    ExecutorService pool =
        Executors.newFixedThreadPool(
            1,
            task -> {
              Thread thread = new Thread(task);
              thread.setUncaughtExceptionHandler(quiet);
              return thread;
            });
    for (int i = 0; i < 6; i++) {
      int number = i;
      if (i % 3 == 1) {
        pool.execute(
            () -> {
              onWorker(number);
              throw new IllegalStateException("on purpose");
            });
      }
      lines.add("worker " + pool.submit(() -> onWorker(number)).get());
    }
    pool.shutdown();
    lines.add("died " + pool.awaitTermination(1, TimeUnit.MINUTES));
  }

  private record Urgent(int urgency, Runnable task) implements Runnable, Comparable<Urgent> {
    @Override
    public void run() {
      task.run();
    }

    @Override
    public int compareTo(Urgent other) {
      return Integer.compare(urgency, other.urgency);
    }
  }

  private void byPriority() throws Exception {
    ExecutorService pool =
        new ThreadPoolExecutor(1, 1, 1, TimeUnit.MINUTES, new PriorityBlockingQueue<>());
    List<Integer> ran = Collections.synchronizedList(new ArrayList<>());
    for (int i = 0; i < 20; i++) {
      int urgency = 20 - i;
      Jitter.now();
      pool.execute(new Urgent(urgency, () -> ran.add(mix(urgency) + urgency)));
      order.incrementAndGet();
    }
    pool.shutdown();
    lines.add("urgent " + pool.awaitTermination(1, TimeUnit.MINUTES) + ran);
  }

  private void scheduled() throws Exception {
    ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
    AtomicInteger often = new AtomicInteger();
    AtomicInteger rarely = new AtomicInteger();
    timer.scheduleAtFixedRate(often::incrementAndGet, 0, 300, TimeUnit.MICROSECONDS);
    ScheduledFuture<?> cancelled =
        timer.scheduleWithFixedDelay(() -> rarely.addAndGet(mix(3)), 1, 1, TimeUnit.MILLISECONDS);
    ScheduledFuture<Integer> once = timer.schedule(() -> mix(5), 2, TimeUnit.MILLISECONDS);
    while (rarely.get() == 0 || often.get() < 20) {
      Thread.sleep(1);
    }
    lines.add("cancels " + cancelled.cancel(false) + rarely.get() + cancelled.isCancelled());
    lines.add("often " + often.get() + " once " + once.get());
    Thread.sleep(2);
    lines.add("never " + timer.shutdownNow().size());
    lines.add("timer " + timer.awaitTermination(1, TimeUnit.MINUTES) + often.get() + rarely.get());
  }

  private void stopped() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    AtomicInteger ran = new AtomicInteger();
    List<Future<Integer>> futures = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      int number = i;
      pool.execute(() -> ran.addAndGet(mix(number)));
      futures.add(
          pool.submit(
              () -> {
                Jitter.now();
                return ran.incrementAndGet();
              }));
    }
    Jitter.now();
    List<Runnable> never = pool.shutdownNow();
    StringBuilder line = new StringBuilder("stopped " + pool.isShutdown());
    for (Runnable task : never) {
      line.append(' ').append(futures.indexOf(task));
    }
    lines.add(line + " " + pool.awaitTermination(1, TimeUnit.MINUTES) + ran.get());
    never.forEach(Runnable::run);
    for (Future<Integer> future : futures) {
      lines.add("in the end " + future.get());
    }
  }

  private void stoppedWhileScheduled() throws Exception {
    for (int i = 0; i < 3; i++) {
      ScheduledExecutorService timer = Executors.newScheduledThreadPool(2);
      AtomicInteger runs = new AtomicInteger();
      for (int k = 0; k < 3; k++) {
        timer.scheduleAtFixedRate(runs::incrementAndGet, 0, 100, TimeUnit.MICROSECONDS);
      }
      timer.schedule(runs::incrementAndGet, 1, TimeUnit.MINUTES);
      Jitter.now();
      Thread.sleep(1);
      if (i == 1) {
        timer.shutdown();
      }
      lines.add("late " + timer.shutdownNow().size() + " " + runs.get());
      lines.add("stops " + timer.awaitTermination(1, TimeUnit.MINUTES) + " " + runs.get());
    }
  }

  private int mix(int number) {
    Jitter.now();
    return (int) order.accumulateAndGet(number, (o, n) -> o * 17 + n);
  }
}
