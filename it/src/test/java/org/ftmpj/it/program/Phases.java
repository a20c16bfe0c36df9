package org.ftmpj.it.program;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import mpi.MPI;

/**
 * A program with one thread whenever it calls MPI from main, and several in between: they share
 * locks, generators and maps, send messages themselves, and leave threads, executors and futures
 * behind that main keeps.
 */
public final class Phases {
  private static final int WORKERS = 3;

  private final int rank = MPI.COMM_WORLD.Rank();
  private final int size = MPI.COMM_WORLD.Size();
  private final List<Adder> ended = new ArrayList<>();
  private final List<ExecutorService> pools = new ArrayList<>();
  private final List<Future<Long>> done = new ArrayList<>();
  private final Random random = new Random(7);
  private final Map<Integer, Long> map = new ConcurrentHashMap<>();
  private final AtomicLong order = new AtomicLong(1);
  private final Object lock = new Object();
  private final ThreadLocal<long[]> own = ThreadLocal.withInitial(() -> new long[1]);
  private long drawn; // guarded by lock

  /** Draws, together with others. */
  private final class Adder extends Thread {
    private long sum;

    @Override
    public void run() {
      for (int i = 0; i < 20; i++) {
        synchronized (lock) {
          drawn = drawn * 31 + random.nextInt(100) + sum;
          sum += drawn % 10;
        }
      }
      long last = sum;
      order.updateAndGet(before -> before * 7 + last);
    }
  }

  private Phases() {}

  /**
   * @param arguments of MPJ Express, and how many rounds
   */
  public static void main(String[] arguments) throws Exception {
    String[] own = MPI.Init(arguments);
    new Phases().run(Integer.parseInt(own[0]));
    MPI.Finalize();
  }

  private void run(int rounds) throws Exception {
    long[] passed = {rank};
    for (int round = 0; round < rounds; round++) {
      switch (round % 4) {
        case 0 -> threads();
        case 1 -> pool(round);
        case 2 -> futures();
        default -> services(round);
      }
      passed[0] = passed[0] * 31 + check();
      for (int step = 0; step < 5; step++) {
        MPI.COMM_WORLD.Sendrecv_replace(
            passed, 0, 1, MPI.LONG, (rank + 1) % size, 0, (rank + size - 1) % size, 0);
      }
      System.out.println("round " + round + ": " + passed[0]);
    }
    System.out.println(new Thread().getName() + " after " + ended.size() + " threads");
  }

  private void threads() throws InterruptedException {
    List<Adder> adders = new ArrayList<>();
    for (int i = 0; i < WORKERS; i++) {
      Adder adder = new Adder();
      adders.add(adder);
      adder.start();
    }
    for (Adder adder : adders) {
      adder.join();
    }
    ended.addAll(adders);
  }

  /** Its threads send messages to other ranks; main has them. */
  private void pool(int round) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(WORKERS);
    pools.add(pool);
    List<Future<Long>> results = new ArrayList<>();
    for (int i = 0; i < 2 * WORKERS; i++) {
      long task = i;
      results.add(
          pool.submit(
              () -> {
                own.get()[0] += task;
                map.merge((int) task, own.get()[0], Long::sum);
                long[] message = {task};
                MPI.COMM_WORLD.Send(message, 0, 1, MPI.LONG, (rank + 1) % size, 5);
                return order.updateAndGet(before -> before * 3 + task);
              }));
    }
    for (int i = 0; i < 2 * WORKERS; i++) {
      long[] message = new long[1];
      MPI.COMM_WORLD.Recv(message, 0, 1, MPI.LONG, MPI.ANY_SOURCE, 5);
      order.updateAndGet(before -> before * 5 + message[0] + round);
    }
    pool.shutdown();
    pool.awaitTermination(1, TimeUnit.HOURS);
    done.addAll(results);
  }

  private void futures() {
    CompletableFuture<Long> one = CompletableFuture.supplyAsync(() -> order.incrementAndGet());
    CompletableFuture<Long> both =
        one.thenCombine(CompletableFuture.supplyAsync(() -> order.get() * 3), Long::sum);
    CompletableFuture<Long> last = both.thenApply(sum -> order.updateAndGet(o -> o * 11 + sum));
    last.join();
    done.add(last);
    order.addAndGet(LongStream.range(0, 10_000).parallel().filter(i -> i % 7 == 0).sum());
  }

  private void services(int round) throws Exception {
    ExecutorService pool = new ForkJoinPool(WORKERS);
    pools.add(pool);
    ExecutorService other = Executors.newCachedThreadPool();
    pools.add(other);
    ExecutorCompletionService<Long> service = new ExecutorCompletionService<>(other);
    for (int i = 0; i < WORKERS; i++) {
      long task = i;
      service.submit(() -> order.updateAndGet(before -> before * 13 + task));
      done.add(pool.submit(() -> order.updateAndGet(before -> before * 17 + task + round)));
    }
    pool.shutdown();
    other.shutdown();
    pool.awaitTermination(1, TimeUnit.HOURS);
    other.awaitTermination(1, TimeUnit.HOURS);
    for (int i = 0; i < WORKERS; i++) {
      // Main has one thread, and what it has not taken is in a checkpoint.
      MPI.COMM_WORLD.Barrier();
      order.addAndGet(service.take().get());
    }
  }

  /** Of all that there is. */
  private long check() throws Exception {
    long sum = order.get() + map.hashCode();
    synchronized (lock) {
      sum = sum * 31 + drawn;
    }
    for (Adder adder : ended) {
      adder.join();
      sum = sum * 31 + adder.sum + adder.getName().hashCode() + (adder.isAlive() ? 1 : 0);
    }
    for (ExecutorService pool : pools) {
      sum = sum * 31 + (pool.isTerminated() ? 1 : 0);
    }
    for (Future<Long> future : done) {
      sum = sum * 31 + future.get();
    }
    return sum;
  }
}
