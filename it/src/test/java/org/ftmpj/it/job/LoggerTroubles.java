package org.ftmpj.it.job;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Event loggers of one ensemble that fail in turns, each in its own way, until the test ends it:
 * one is killed, one stands still, one loses its store. The next one fails when the one before is
 * there again, which perhaps has not got yet what it has missed.
 */
public final class LoggerTroubles implements AutoCloseable {
  private static final int MOST_PAUSE_MS = 1_500;

  private final EventLoggers loggers;
  private final Random random;
  private final ExecutorService thread = Executors.newSingleThreadExecutor();
  private final Future<Integer> working;
  private volatile boolean isOver;

  private LoggerTroubles(EventLoggers loggers, Random random) {
    this.loggers = loggers;
    this.random = random;
    working = thread.submit(this::work);
  }

  /** Begins. */
  public static LoggerTroubles start(EventLoggers loggers, Random random) {
    return new LoggerTroubles(loggers, random);
  }

  private int work() throws IOException {
    List<Integer> order = loggers.shuffled(0, random);
    int failures = 0;
    while (!isOver) {
      pause();
      fail(order.get(failures % order.size()), failures % order.size());
      failures++;
    }
    return failures;
  }

  private void fail(int logger, int way) throws IOException {
    if (way == 0) {
      loggers.signal(logger, "STOP");
      pause();
      loggers.signal(logger, "CONT");
      return;
    }
    loggers.kill(logger);
    if (way == 1) {
      loggers.erase(logger);
    }
    pause();
    loggers.startAgain(logger);
  }

  private void pause() {
    LockSupport.parkNanos(random.nextInt(MOST_PAUSE_MS) * 1_000_000L);
  }

  /** Waits until all loggers are there again; returns how many failures there were. */
  public int end() {
    isOver = true;
    try {
      return working.get();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    } catch (ExecutionException e) {
      throw new AssertionError("a logger did not fail as it should", e.getCause());
    }
  }

  @Override
  public void close() {
    isOver = true;
    thread.shutdown();
    try {
      thread.awaitTermination(1, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
