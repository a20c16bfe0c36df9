package org.ftmpj.it.program.generated;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;

/** Places whose threads share executors and futures. */
final class SharedWork {
  private SharedWork() {}

  /** Waits for a task of an executor while it computes a key. */
  static final class Computed implements Meeting.Place {
    private static final int KEYS = 5;

    private final AtomicLong sum = new AtomicLong();
    private final AtomicLong order = new AtomicLong();
    private final Map<Long, Long> computed = new ConcurrentHashMap<>();
    private final ExecutorService pool = Executors.newCachedThreadPool();

    @Override
    public long meet(int member, long number) {
      sum.addAndGet(number);
      return computed.computeIfAbsent(
          number % KEYS,
          key -> get(pool.submit(() -> order.accumulateAndGet(member, (o, m) -> o * 31 + m))));
    }

    @Override
    public long total() {
      pool.shutdown();
      return sum.get();
    }
  }

  /** The thread that comes first completes the future of that time. */
  static final class Raced implements Meeting.Place {
    private final AtomicLong sum = new AtomicLong();
    private final Map<Integer, CompletableFuture<Integer>> first = new ConcurrentHashMap<>();
    private final AtomicIntegerArray times;

    Raced(int members) {
      times = new AtomicIntegerArray(members);
    }

    @Override
    public long meet(int member, long number) {
      sum.addAndGet(number);
      int time = times.getAndIncrement(member);
      int next = first.computeIfAbsent(time + 1, t -> new CompletableFuture<>()).getNow(-1);
      CompletableFuture<Integer> now = first.computeIfAbsent(time, t -> new CompletableFuture<>());
      boolean won = now.complete(member);
      return (next * 31L + now.join()) * 2 + (won ? 1 : 0);
    }

    @Override
    public long total() {
      return sum.get();
    }
  }

  /** What each does is done after what others have done before. */
  static final class Chained implements Meeting.Place {
    private final AtomicLong sum = new AtomicLong();
    private final ExecutorService pool = Executors.newCachedThreadPool();
    private CompletableFuture<Long> last = CompletableFuture.completedFuture(1L);

    @Override
    public long meet(int member, long number) {
      CompletableFuture<Long> mine;
      synchronized (this) {
        last =
            number % 2 == 0
                ? last.thenApply(before -> add(before, number))
                : last.thenApplyAsync(before -> add(before, number), pool);
        mine = last;
      }
      long before = mine.isDone() ? 1 : 2;
      return before * 31 + mine.join();
    }

    private long add(long before, long number) {
      sum.addAndGet(number);
      return before * 31 + number;
    }

    @Override
    public long total() {
      pool.shutdown();
      return sum.get();
    }
  }

  private static <T> T get(Future<T> future) {
    try {
      return future.get();
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }
}
