package org.ftmpj.it.program.generated;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Errands of threads that hand each other something. */
final class HandOvers {
  private static final int END = -1;

  private HandOvers() {}

  private static void check(long got, int... numbers) {
    long expected = Arrays.stream(numbers).asLongStream().sum();
    WitnessBroken.unless(got == expected, "handed over %d instead of %d", got, expected);
  }

  /** From a producer to two consumers, by a queue with little room. */
  static Object boundedQueue(Doer doer) throws InterruptedException, ExecutionException {
    int[] numbers = doer.numbers();
    BlockingQueue<Integer> queue =
        doer.oneIn(2) ? new ArrayBlockingQueue<>(2) : new LinkedBlockingQueue<>(3);
    BlockingQueue<Integer> taken = new LinkedBlockingQueue<>();
    doer.crew(
        List.of(
            () -> {
              for (int number : numbers) {
                queue.put(number);
              }
              queue.put(END);
              queue.put(END);
              return 0L;
            },
            () -> consume(queue, taken),
            () -> consume(queue, taken)));
    check(taken.stream().mapToLong(Integer::longValue).sum(), numbers);
    doer.saw(taken);
    return numbers.length;
  }

  private static long consume(BlockingQueue<Integer> queue, BlockingQueue<Integer> taken)
      throws InterruptedException {
    long seen = 1;
    while (true) {
      Integer number = queue.poll(1, TimeUnit.MILLISECONDS);
      if (number == null) {
        seen++;
      } else if (number == END) {
        return seen;
      } else {
        taken.add(number);
        seen = seen * 31 + number;
      }
    }
  }

  static Object stages(Doer doer) throws InterruptedException, ExecutionException {
    int[] numbers = doer.numbers();
    ExecutorService pool = Executors.newFixedThreadPool(2);
    CompletableFuture<Integer> first = new CompletableFuture<>();
    CompletableFuture<Integer> sum = first;
    for (int number : numbers) {
      sum =
          switch (doer.choose(4)) {
            case 0 -> sum.thenApply(before -> before + number);
            case 1 -> sum.thenApplyAsync(before -> before + number, pool);
            case 2 ->
                sum.thenCompose(
                    before -> CompletableFuture.supplyAsync(() -> before + number, pool));
            default ->
                sum.thenCombine(CompletableFuture.supplyAsync(() -> number, pool), Integer::sum);
          };
    }
    doer.saw(sum.isDone() ? 1 : 0);
    CompletableFuture<Integer> failing =
        sum.<Integer>thenApply(
                total -> {
                  throw new IllegalStateException("total " + total);
                })
            .exceptionally(problem -> problem.getMessage().length());
    first.complete(0);
    doer.saw(sum.getNow(END));
    check(sum.get(), numbers);
    doer.saw(failing.get());
    pool.shutdown();
    while (!pool.awaitTermination(1, TimeUnit.MILLISECONDS)) {
      doer.saw(1);
    }
    return numbers.length;
  }

  /** Sums up numbers by halves. */
  private static final class Half extends RecursiveTask<Long> {
    private static final long serialVersionUID = 1;

    private final int[] numbers;
    private final int from;
    private final int to;

    Half(int[] numbers, int from, int to) {
      this.numbers = numbers;
      this.from = from;
      this.to = to;
    }

    @Override
    protected Long compute() {
      if (to - from < 3) {
        return Arrays.stream(numbers, from, to).asLongStream().sum();
      }
      int middle = (from + to) >>> 1;
      Half left = new Half(numbers, from, middle);
      left.fork();
      return new Half(numbers, middle, to).compute() + left.join();
    }
  }

  static Object forkJoin(Doer doer) throws InterruptedException, ExecutionException {
    int[] numbers = doer.numbers();
    Half all = new Half(numbers, 0, numbers.length);
    switch (doer.choose(3)) {
      case 0 -> check(ForkJoinPool.commonPool().invoke(all), numbers);
      case 1 -> check(all.invoke(), numbers);
      default -> {
        ForkJoinPool pool = new ForkJoinPool(2);
        check(pool.submit(all).get(), numbers);
        pool.shutdown();
      }
    }
    return numbers.length;
  }

  static Object parallel(Doer doer) {
    int[] numbers = doer.numbers();
    check(IntStream.of(numbers).parallel().asLongStream().sum(), numbers);
    int[] squares = IntStream.of(numbers).parallel().map(number -> number * number).toArray();
    int[] sorted = numbers.clone();
    Arrays.parallelSort(sorted);
    doer.saw(Arrays.toString(sorted));
    return Arrays.toString(squares);
  }

  static Object pipe(Doer doer) throws IOException {
    int[] numbers = doer.numbers();
    PipedOutputStream out = new PipedOutputStream();
    PipedInputStream in = new PipedInputStream(out, 16);
    doer.crew(
        List.of(
            () -> {
              try (DataOutputStream data = new DataOutputStream(out)) {
                for (int number : numbers) {
                  data.writeInt(number);
                }
              }
              return 0L;
            },
            () -> {
              long sum = 0;
              try (DataInputStream data = new DataInputStream(in)) {
                for (int i = 0; i < numbers.length; i++) {
                  sum += data.readInt();
                }
              }
              check(sum, numbers);
              return sum;
            }));
    return numbers.length;
  }

  static Object repeatedTask(Doer doer) throws InterruptedException {
    int times = doer.dice().between(2, 6);
    ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();
    CountDownLatch ran = new CountDownLatch(times);
    AtomicInteger runs = new AtomicInteger();
    scheduler.scheduleWithFixedDelay(
        () -> {
          runs.incrementAndGet();
          ran.countDown();
        },
        0,
        1 + doer.choose(3),
        TimeUnit.MILLISECONDS);
    ran.await();
    scheduler.shutdown();
    WitnessBroken.unless(
        scheduler.awaitTermination(1, TimeUnit.MINUTES), "a scheduler does not end");
    doer.saw(runs.get());
    return times;
  }
}
