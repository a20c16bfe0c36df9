package org.ftmpj.interceptors.threads;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A program, for the tests to weave, whose threads complete futures and wait for what follows. */
public final class Futures {
  private static final int THREADS = 3;

  private final int rounds;
  private final List<Object> lines = Collections.synchronizedList(new ArrayList<>());
  private final AtomicLong order = new AtomicLong(1);
  private final ExecutorService pool = Executors.newFixedThreadPool(THREADS);

  public Futures(int rounds) {
    this.rounds = rounds;
  }

  /** Answers what its threads saw. */
  public List<Object> run() throws Exception {
    alone();
    for (int round = 0; round < rounds; round++) {
      race();
      callbacks(round);
      any();
      either();
    }
    pool.shutdown();
    lines.add("ended " + pool.awaitTermination(1, TimeUnit.MINUTES));
    return lines;
  }

  /** What a thread attaches to its own future is done when it completes that. */
  private void alone() {
    int[] seen = new int[2];
    CompletableFuture<Integer> own = new CompletableFuture<>();
    own.thenAccept(value -> seen[0] = value);
    own.complete(3);
    own.thenAccept(value -> seen[1] = value + 1);
    lines.add("alone " + seen[0] + seen[1]);
  }

  /** Several complete one future; others look whether it is. */
  private void race() {
    CompletableFuture<Integer> raced = new CompletableFuture<>();
    List<CompletableFuture<Void>> racers = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      int number = i;
      racers.add(
          CompletableFuture.runAsync(
              () -> {
                Jitter.now();
                boolean first =
                    number == 2
                        ? raced.completeExceptionally(new IllegalStateException("two"))
                        : raced.complete(number);
                lines.add(number + " first " + first);
              },
              pool));
    }
    int polls = 0;
    while (!raced.isCompletedExceptionally() && !hasCome(raced, -1 - polls)) {
      polls++;
      Jitter.now();
    }
    lines.add("polls " + polls + raced.handle((value, failure) -> value + " " + failure).join());
    CompletableFuture.allOf(racers.toArray(CompletableFuture[]::new)).join();
  }

  /** Also if it failed after the caller's last look. */
  private static boolean hasCome(CompletableFuture<Integer> future, int otherwise) {
    try {
      return future.getNow(otherwise) != otherwise;
    } catch (CompletionException failed) {
      return true;
    }
  }

  /** Done by whatever thread comes to it. */
  private void callbacks(int round) throws Exception {
    CompletableFuture<Integer> source = CompletableFuture.supplyAsync(() -> mix(round), pool);
    Jitter.now();
    CompletionStage<Integer> stage = source;
    CompletionStage<Integer> next = stage.thenApply(value -> value + mix(2));
    CompletableFuture<Void> printed = source.thenAccept(value -> lines.add("got " + value));
    CompletableFuture<Integer> other = CompletableFuture.supplyAsync(() -> mix(7), pool);
    CompletableFuture<Integer> both =
        source.thenCombine(other, (a, b) -> a + b + mix(4)).thenCompose(this::later);
    CompletableFuture<Integer> failed =
        source.thenApply(
            value -> {
              mix(5);
              throw new IllegalStateException("on purpose");
            });
    CompletableFuture<Integer> mended =
        failed.exceptionally(e -> mix(e instanceof CompletionException ? 1 : 2));
    order.incrementAndGet();
    Jitter.now();
    source.thenRunAsync(() -> lines.add("async " + mix(8)), pool).get();
    other.whenComplete((value, failure) -> lines.add("seen " + value)).join();
    printed.join();
    lines.add("all " + next.toCompletableFuture().join() + " " + both.get() + mended.join());
  }

  private CompletableFuture<Integer> later(int value) {
    return CompletableFuture.supplyAsync(() -> value + mix(6), pool);
  }

  private void any() {
    CompletableFuture<?>[] futures = new CompletableFuture<?>[THREADS];
    for (int i = 0; i < THREADS; i++) {
      int number = i;
      futures[i] =
          CompletableFuture.supplyAsync(
              () -> {
                Jitter.now();
                return number;
              },
              pool);
    }
    lines.add("any " + CompletableFuture.anyOf(futures).join());
    CompletableFuture.allOf(futures).thenRun(() -> lines.add("all of them")).join();
  }

  private void either() {
    CompletableFuture<String> one = CompletableFuture.supplyAsync(() -> "one" + mix(1), pool);
    CompletableFuture<String> two = CompletableFuture.supplyAsync(() -> "two" + mix(2), pool);
    lines.add("either " + one.applyToEither(two, first -> first + mix(3)).join());
    one.acceptEither(two, first -> lines.add("accepted " + first)).join();
    CompletableFuture<Integer> cancelled = new CompletableFuture<>();
    CompletableFuture<Void> canceller =
        CompletableFuture.runAsync(() -> lines.add("cancels " + cancelled.cancel(true)), pool);
    lines.add("completes " + cancelled.complete(1) + cancelled.isCancelled());
    canceller.join();
    one.join();
    two.join();
  }

  private int mix(int number) {
    Jitter.now();
    return (int) order.accumulateAndGet(number, (o, n) -> o * 17 + n);
  }
}
