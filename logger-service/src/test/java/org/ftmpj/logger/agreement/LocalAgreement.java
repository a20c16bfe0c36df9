package org.ftmpj.logger.agreement;

import java.util.concurrent.atomic.AtomicLong;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * An agreement in memory, for tests of those who use one: the state machine of the event loggers,
 * without loggers. {@link #another} is that of another process of the same job. Any thread.
 */
public final class LocalAgreement implements Agreement {
  private static final AtomicLong CLIENTS = new AtomicLong();

  private final Loggers loggers;
  private final long client = CLIENTS.incrementAndGet();
  private long number;

  /** What all processes share. */
  private static final class Loggers {
    private final StateMachine machine = new StateMachine();
    private boolean away;
    private boolean asked; // since they are away

    synchronized Answer ask(byte[] request) {
      if (away) {
        asked = true;
        notifyAll();
        throw new FtmpjException(ErrorCode.LOGGER_MAJORITY_AWAY, "The test has them away");
      }
      return machine.apply(Request.decode(request));
    }

    synchronized void setAway(boolean away) {
      this.away = away;
      asked = false;
    }

    synchronized void awaitAsked() throws InterruptedException {
      while (!asked) {
        wait();
      }
    }
  }

  /** Of a new job. */
  public LocalAgreement() {
    this(new Loggers());
  }

  private LocalAgreement(Loggers loggers) {
    this.loggers = loggers;
  }

  /** What another process has of the same job. */
  public LocalAgreement another() {
    return new LocalAgreement(loggers);
  }

  /** Whether a majority of the loggers is away, for all processes. */
  public void setAway(boolean away) {
    loggers.setAway(away);
  }

  /** Waits until a process has asked while the loggers are away. */
  public void awaitAsked() throws InterruptedException {
    loggers.awaitAsked();
  }

  @Override
  public synchronized Answer ask(Command command) {
    byte[] answer = loggers.ask(new Request(client, ++number, command).encode()).encode();
    return Answer.decode(answer);
  }
}
