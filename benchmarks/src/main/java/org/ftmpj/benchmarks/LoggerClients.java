package org.ftmpj.benchmarks;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.logger.client.JobLoggers;
import org.ftmpj.logger.client.LoggerNotices;
import org.ftmpj.logger.client.NewJob;
import org.ftmpj.logger.wire.Incarnation;
import org.ftmpj.protocol.event.EventLog;

/** Clients of event loggers, a thread for each, that do nothing but wait at their gates. */
final class LoggerClients {
  private static final int WARM_UP_MS = 500;
  private static final int MEASURED_MS = 1000;
  private static final int QUICK_MS = 300;
  private static final int READY_POLL_MS = 100;

  /** Makes each run a job of its own. */
  private static final AtomicInteger RUNS = new AtomicInteger();

  private final List<ByteBuffer> records;
  private final LongAdder gates = new LongAdder();
  private volatile boolean over;

  private final CountDownLatch ready;

  private LoggerClients(List<ByteBuffer> records, int clients) {
    this.records = records;
    this.ready = new CountDownLatch(clients);
  }

  /**
   * @param records what a client appends before it waits
   * @return how often a client has waited, all clients together, per second
   */
  static double run(JobLoggers loggers, int clients, List<ByteBuffer> records, boolean quick)
      throws IOException, InterruptedException {
    return run(loggers, clients, records, quick, () -> {});
  }

  /** What is done between the arrival of all clients, which takes loggers long, and the work. */
  interface Before {
    void work() throws IOException;
  }

  /**
   * The same.
   *
   * @param before is done when each client has passed a gate
   */
  static double run(
      JobLoggers loggers, int clients, List<ByteBuffer> records, boolean quick, Before before)
      throws IOException, InterruptedException {
    String job = "benchmark-" + RUNS.incrementAndGet();
    NewJob.enrol(loggers, job, known -> {});
    LoggerClients all = new LoggerClients(records, clients);
    ExecutorService threads = Executors.newFixedThreadPool(clients);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int rank = 0; rank < clients; rank++) {
        Incarnation writer = new Incarnation(job, rank, 1);
        running.add(threads.submit(() -> all.work(loggers.log(writer, new Untold()))));
      }
      all.awaitReady(running);
      before.work();
      Thread.sleep(quick ? QUICK_MS : WARM_UP_MS);
      long passed = all.gates.sum();
      long startNs = System.nanoTime();
      Thread.sleep(quick ? QUICK_MS : MEASURED_MS);
      double perSecond = (all.gates.sum() - passed) / ((System.nanoTime() - startNs) / 1e9);
      all.over = true;
      for (Future<?> client : running) {
        requireEnd(client);
      }
      return perSecond;
    } finally {
      all.over = true;
      threads.shutdown();
    }
  }

  /** What is told of loggers that do not answer for long: here they just take part of the time. */
  private static final class Untold implements LoggerNotices {
    @Override
    public void away(int which, String text) {}

    @Override
    public void back(int which, String text) {}
  }

  private void work(EventLog of) {
    try (EventLog log = of) {
      log.history(
          1,
          record -> {
            throw new IllegalStateException("There is a history");
          });
      pass(log);
      ready.countDown();
      while (!over) {
        pass(log);
        gates.increment();
      }
    }
  }

  private void pass(EventLog log) {
    long last = 0;
    for (ByteBuffer record : records) {
      last = log.append(record.duplicate());
    }
    log.awaitStable(last);
  }

  /** Waits until each client has passed a gate, or has failed. */
  private void awaitReady(List<Future<?>> clients) throws InterruptedException {
    while (!ready.await(READY_POLL_MS, TimeUnit.MILLISECONDS)) {
      for (Future<?> client : clients) {
        if (client.isDone()) {
          requireEnd(client);
        }
      }
    }
  }

  private static void requireEnd(Future<?> client) throws InterruptedException {
    try {
      client.get();
    } catch (ExecutionException e) {
      throw new FtmpjException(
          ErrorCode.NOT_MEASURED, "a client of the event logger ended by " + e.getCause(), e);
    }
  }
}
