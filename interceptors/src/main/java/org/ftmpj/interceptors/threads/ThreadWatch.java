package org.ftmpj.interceptors.threads;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.protocol.thread.Threads;

/**
 * Threads of FTMPJ beside several threads of the program: one checks whether something blocks all
 * of those; during a replay another one wakes those that wait at monitors, and checks whether the
 * replay is stuck.
 */
final class ThreadWatch {
  private static final long LOOK_MS = 1000;

  private final Threads threads;
  private final Consumer<String> warning;
  private final Consumer<Throwable> stop;

  /**
   * @param warning told of waits that may never end
   * @param stop stops the rank
   */
  ThreadWatch(Threads threads, Consumer<String> warning, Consumer<Throwable> stop) {
    this.threads = threads;
    this.warning = warning;
    this.stop = stop;
  }

  /**
   * @param toWake monitors whose waiting threads have to go on, in a replay
   */
  void start(BlockingQueue<Object> toWake) {
    start(this::look, "ftmpj watch of threads");
    if (!threads.isReplayOver()) {
      start(() -> replay(toWake), "ftmpj replay of threads");
    }
  }

  /** A task that ends when it is interrupted, which no code of ours does. */
  private interface Watch {
    void run() throws InterruptedException;
  }

  private void start(Watch watch, String name) {
    Thread thread =
        new Thread(
            () -> {
              try {
                watch.run();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              } catch (RuntimeException | Error e) {
                stop.accept(e);
              }
            },
            name);
    thread.setDaemon(true);
    thread.start();
  }

  /** Checks the threads as long as the program runs. */
  private void look() throws InterruptedException {
    while (true) {
      TimeUnit.MILLISECONDS.sleep(LOOK_MS);
      threads.watch().requireNoStandstill();
      threads
          .watch()
          .longWait()
          .ifPresent(
              wait -> warning.accept(new FtmpjException(ErrorCode.KEPT_OUT, wait).getMessage()));
    }
  }

  private void replay(BlockingQueue<Object> toWake) throws InterruptedException {
    long lookedNs = System.nanoTime();
    while (!threads.isReplayOver() || !toWake.isEmpty()) {
      Object monitor = toWake.poll(LOOK_MS, TimeUnit.MILLISECONDS);
      if (monitor != null) {
        synchronized (monitor) {
          monitor.notifyAll();
        }
      }
      long nowNs = System.nanoTime();
      if (nowNs - lookedNs >= TimeUnit.MILLISECONDS.toNanos(LOOK_MS)) {
        lookedNs = nowNs;
        threads.watch().requireProgress();
      }
    }
  }
}
