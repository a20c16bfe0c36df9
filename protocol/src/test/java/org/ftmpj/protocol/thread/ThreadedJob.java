package org.ftmpj.protocol.thread;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.ftmpj.common.config.Receptions;
import org.ftmpj.protocol.rank.RankSession;

/**
 * A job in one process: its ranks are threads that have threads, and are killed in the middle of
 * their operations. A rank that was killed does nothing more that anybody could see, and is started
 * again from what it has left: its channel logs, and those of its determinants that were stable.
 */
final class ThreadedJob {
  private static final int LAST_KILL = 900;
  private static final int SECONDS = Integer.getInteger("threads.seconds", 120);

  /** What a rank does. */
  interface Program {
    void run(Life life, RankSession session) throws InterruptedException;
  }

  final AtomicInteger kills = new AtomicInteger();
  final AtomicInteger killsInReplay = new AtomicInteger();
  private final JobLogs logs;
  private final boolean late;
  private final Receptions receptions;
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final CompletableFuture<Void> failed = new CompletableFuture<>();

  /**
   * @param late whether determinants are stable only when a thread waits for them
   */
  ThreadedJob(int size, boolean late, Receptions receptions) {
    this.receptions = receptions;
    this.logs = new JobLogs(size);
    this.late = late;
  }

  /** Runs it, and kills each rank so many times. */
  void run(Program program, int times, Random random) throws Exception {
    List<CompletableFuture<Void>> ranks = new ArrayList<>();
    for (int rank = 0; rank < logs.size(); rank++) {
      CompletableFuture<Void> ended = new CompletableFuture<>();
      ranks.add(ended);
      int own = rank;
      long seed = random.nextLong();
      start("rank " + rank, () -> supervise(own, program, times, new Random(seed), ended));
    }
    CompletableFuture<Void> all = CompletableFuture.allOf(ranks.toArray(CompletableFuture[]::new));
    try {
      CompletableFuture.anyOf(all, failed).get(SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError("the job hangs" + stacks(), e);
    }
    if (failure.get() != null) {
      throw new AssertionError(failure.get());
    }
  }

  private static String stacks() {
    StringBuilder stacks = new StringBuilder();
    Thread.getAllStackTraces()
        .forEach(
            (thread, stack) -> {
              if (thread.isDaemon() && thread.getName().matches("(main|rank) .*")) {
                stacks.append(System.lineSeparator()).append(thread.getName());
                Arrays.stream(stack).limit(12).forEach(frame -> stacks.append(" < ").append(frame));
              }
            });
    return stacks.toString();
  }

  private void supervise(
      int rank, Program program, int times, Random random, CompletableFuture<Void> ended) {
    for (int incarnation = 1; ; incarnation++) {
      int latest = random.nextBoolean() ? LAST_KILL : LAST_KILL / 5;
      long steps = incarnation <= times ? 1 + random.nextInt(latest) : Long.MAX_VALUE;
      Life life = new Life(logs, rank, incarnation, steps, this::fail);
      start("main " + rank + "." + incarnation, () -> life.run(program, late, receptions));
      life.awaitEnd();
      if (!life.isDead()) {
        ended.complete(null);
        return;
      }
      kills.incrementAndGet();
      if (incarnation > 1 && !life.isLive()) {
        killsInReplay.incrementAndGet();
      }
    }
  }

  private static Thread start(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private void fail(Throwable why) {
    if (failure.compareAndSet(null, why)) {
      failed.complete(null);
    }
  }
}
