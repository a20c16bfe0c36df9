package org.ftmpj.launcher.ending;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C and SIGTERM end the job in good order: while this is open, the JVM's shutdown asks for the
 * job's end and waits until this is closed, but not for ever.
 */
public final class StopSignal implements AutoCloseable {
  private static final Duration LONGEST = Duration.ofSeconds(20);

  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread hook;

  public StopSignal(Verdict verdict) {
    this.hook = new Thread(() -> askAndWait(verdict), "stop signal");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private void askAndWait(Verdict verdict) {
    verdict.signalled();
    try {
      closed.await(LONGEST.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    closed.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException shuttingDown) {
      // Then the hook is just ending.
      return;
    }
  }
}
