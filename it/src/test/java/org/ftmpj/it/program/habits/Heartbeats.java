package org.ftmpj.it.program.habits;

import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import mpi.MPI;

/**
 * Computes while a heartbeat is counted at a fixed rate, a report comes later, a watchdog is far
 * off, and a timer ticks.
 */
public final class Heartbeats {
  private static final int ROUNDS = 60;
  private static final int PERIOD_MS = 7;

  private static final AtomicInteger BEATS = new AtomicInteger();
  private static volatile int ticks;

  private Heartbeats() {}

  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    int rank = MPI.COMM_WORLD.Rank();
    ScheduledExecutorService pulse = Executors.newScheduledThreadPool(2);
    ScheduledFuture<?> beat =
        pulse.scheduleAtFixedRate(BEATS::incrementAndGet, 0, PERIOD_MS, TimeUnit.MILLISECONDS);
    ScheduledFuture<?> rest =
        pulse.scheduleWithFixedDelay(BEATS::incrementAndGet, 1, PERIOD_MS, TimeUnit.MILLISECONDS);
    ScheduledFuture<String> report = pulse.schedule(() -> "report", 400, TimeUnit.MILLISECONDS);
    ScheduledFuture<?> watchdog = pulse.schedule(() -> System.exit(1), 1, TimeUnit.HOURS);
    Timer timer = new Timer("ticks", true);
    timer.scheduleAtFixedRate(
        new TimerTask() {
          @Override
          public void run() {
            ticks++;
          }
        },
        0,
        PERIOD_MS);
    double[] sum = new double[1];
    for (int round = 0; round < ROUNDS; round++) {
      double[] own = {rank + round};
      MPI.COMM_WORLD.Allreduce(own, 0, sum, 0, 1, MPI.DOUBLE, MPI.SUM);
      System.out.println(round + " " + sum[0]);
      Thread.sleep(10);
    }
    System.out.println(report.get() + " " + watchdog.isDone() + " " + watchdog.cancel(false));
    int before = BEATS.get();
    while (BEATS.get() == before) {
      Thread.sleep(1);
    }
    System.out.println("both go on: " + beat.cancel(false) + " " + rest.cancel(false));
    int ticked = ticks;
    while (ticks == ticked) {
      Thread.sleep(1);
    }
    timer.cancel();
    pulse.shutdownNow();
    System.out.println(pulse.awaitTermination(1, TimeUnit.MINUTES) + " " + beat.isCancelled());
    MPI.Finalize();
  }
}
