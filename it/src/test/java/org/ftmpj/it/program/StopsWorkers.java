package org.ftmpj.it.program;

import java.util.List;
import java.util.Vector;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import mpi.MPI;

/**
 * Each step starts workers, stops each of them by {@link Thread#stop}, whatever it does just then,
 * and exchanges the number of those that ended by it with the other rank.
 */
public final class StopsWorkers {
  public static final int STEPS = 12;
  public static final int WORKERS = 6;

  private static final int LONG_MS = 100_000;

  private final AtomicInteger deaths = new AtomicInteger();
  private final List<Integer> numbers = new Vector<>();
  private final Object monitor = new Object();
  private int counted;

  private StopsWorkers() {}

  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    int other = 1 - MPI.COMM_WORLD.Rank();
    StopsWorkers all = new StopsWorkers();
    for (int step = 0; step < STEPS; step++) {
      all.stopEach();
      int[] got = new int[1];
      MPI.COMM_WORLD.Sendrecv(
          new int[] {all.deaths.get()}, 0, 1, MPI.INT, other, 1, got, 0, 1, MPI.INT, other, 1);
      System.out.println("step " + step + ": " + got[0]);
    }
    MPI.Finalize();
  }

  private void stopEach() throws InterruptedException {
    List<Callable<Object>> works =
        List.of(
            () -> {
              Thread.sleep(LONG_MS);
              return null;
            },
            () -> {
              while (true) {
                numbers.add(1);
                Thread.sleep(1);
              }
            },
            () -> {
              while (true) {
                numbers.add(1);
              }
            },
            () -> {
              while (true) {
                synchronized (monitor) {
                  counted++;
                }
              }
            },
            () -> {
              synchronized (monitor) {
                while (true) {
                  monitor.wait();
                }
              }
            },
            () -> new LinkedBlockingQueue<>().take());
    for (Callable<Object> work : works) {
      CountDownLatch begun = new CountDownLatch(1);
      Thread worker = new Thread(() -> work(work, begun));
      worker.start();
      begun.await();
      stop(worker);
      worker.join();
      numbers.clear();
    }
  }

  @SuppressWarnings({"deprecation", "removal"})
  private static void stop(Thread worker) {
    worker.stop();
  }

  private void work(Callable<Object> work, CountDownLatch begun) {
    try {
      begun.countDown();
      work.call();
    } catch (ThreadDeath e) {
      deaths.incrementAndGet();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
