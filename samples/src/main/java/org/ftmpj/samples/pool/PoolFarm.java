package org.ftmpj.samples.pool;

import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import mpi.MPI;
import mpi.Status;
import org.ftmpj.samples.Arguments;
import org.ftmpj.samples.Work;

/**
 * A task farm whose ranks have threads. On rank 0 a dispatcher thread gives tasks to ranks that
 * ask, while main takes results in. On the others a dispatcher thread asks for tasks and puts them
 * into a pool; the pool's threads compute them and send the results themselves. Which thread does
 * which task, and in which order results come, is open; that each is done once is not.
 */
public final class PoolFarm {
  private static final int THREADS = 3;
  private static final int NO_MORE = -1;

  private static final int TAG_ASK = 1;
  private static final int TAG_TASK = 2;
  private static final int TAG_RESULT = 3;

  private final int tasks;
  private final int work;

  private PoolFarm(int tasks, int work) {
    this.tasks = tasks;
    this.work = work;
  }

  /**
   * Runs it.
   *
   * @param args tasks, work of a task
   */
  public static void main(String[] args) throws InterruptedException {
    String[] arguments = MPI.Init(args);
    int tasks = Arguments.positive(arguments, 0, 400);
    int work = Arguments.positive(arguments, 1, 5_000_000);
    PoolFarm farm = new PoolFarm(tasks, work);
    if (MPI.COMM_WORLD.Rank() == 0) {
      farm.collect();
    } else {
      farm.compute();
    }
    MPI.Finalize();
  }

  private void collect() throws InterruptedException {
    Thread dispatcher = new Thread(this::dispatch, "dispatcher");
    dispatcher.start();
    TreeMap<Integer, Long> results = new TreeMap<>();
    long order = 0;
    while (results.size() < tasks) {
      long[] result = new long[2];
      Status status = MPI.COMM_WORLD.Recv(result, 0, 2, MPI.LONG, MPI.ANY_SOURCE, TAG_RESULT);
      if (results.put((int) result[0], result[1]) != null) {
        System.out.printf("task %d came twice%n", result[0]);
      }
      order = Work.mix(order + result[0] * 31 + status.source + 1, 1);
      if (results.size() % 50 == 0) {
        System.out.printf("%d results%n", results.size());
      }
    }
    dispatcher.join();
    long sum = 0;
    for (var result : results.entrySet()) {
      sum = Work.mix(sum + result.getKey() + result.getValue(), 3);
    }
    System.out.printf("all %d tasks are done, sum %016x%n", results.size(), sum);
    System.out.printf("order %016x%n", order);
  }

  /** Answers every worker until each has been told that there is nothing left. */
  private void dispatch() {
    int next = 0;
    int working = MPI.COMM_WORLD.Size() - 1;
    while (working > 0) {
      Status asks = MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, MPI.ANY_SOURCE, TAG_ASK);
      int task = next < tasks ? next++ : NO_MORE;
      MPI.COMM_WORLD.Send(new int[] {task}, 0, 1, MPI.INT, asks.source, TAG_TASK);
      if (task == NO_MORE) {
        working--;
      }
    }
  }

  private void compute() throws InterruptedException {
    BlockingQueue<Integer> room = new ArrayBlockingQueue<>(2 * THREADS);
    AtomicInteger done = new AtomicInteger();
    ExecutorService pool = Executors.newFixedThreadPool(THREADS);
    Thread dispatcher = new Thread(() -> fetch(pool, room, done), "dispatcher");
    dispatcher.start();
    dispatcher.join();
    pool.shutdown();
    if (!pool.awaitTermination(1, TimeUnit.HOURS)) {
      System.out.println("the pool does not end");
    }
    System.out.printf("rank %d did %d tasks%n", MPI.COMM_WORLD.Rank(), done.get());
  }

  /** The queue limits how many tasks are in the pool at once. */
  private void fetch(ExecutorService pool, BlockingQueue<Integer> room, AtomicInteger done) {
    int[] task = new int[1];
    try {
      while (true) {
        MPI.COMM_WORLD.Send(task, 0, 1, MPI.INT, 0, TAG_ASK);
        MPI.COMM_WORLD.Recv(task, 0, 1, MPI.INT, 0, TAG_TASK);
        int number = task[0];
        if (number == NO_MORE) {
          return;
        }
        room.put(number);
        pool.execute(() -> perform(number, room, done));
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void perform(int task, BlockingQueue<Integer> room, AtomicInteger done) {
    long result = Work.mix(task + 1, work);
    MPI.COMM_WORLD.Send(new long[] {task, result}, 0, 2, MPI.LONG, 0, TAG_RESULT);
    if (done.incrementAndGet() % 10 == 0) {
      System.out.printf("rank %d: task %d is one of its tens%n", MPI.COMM_WORLD.Rank(), task);
    }
    room.poll();
  }
}
