package org.ftmpj.supervisor.ending;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ends the job in good order on Ctrl-C and SIGTERM: the JVM's shutdown asks for the job's end and
 * waits for the release, but not for ever.
 */
public final class StopSignal {
  private static final Duration LONGEST = Duration.ofSeconds(20);

  private final CountDownLatch released = new CountDownLatch(1);
  private final Thread hook;

  public StopSignal(Verdict verdict) {
    ReceivedSignal.watch();
    this.hook = new Thread(() -> askAndWait(verdict), "stop signal");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private void askAndWait(Verdict verdict) {
    verdict.signalled(ReceivedSignal.name());
    try {
      released.await(LONGEST.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the wait: the job has ended. */
  public void release() {
    released.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException shuttingDown) {
      // Then the hook is just ending.
      return;
    }
  }
}
