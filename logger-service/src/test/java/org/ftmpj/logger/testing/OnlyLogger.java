package org.ftmpj.logger.testing;

import java.util.List;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.common.config.Loggers;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.logger.client.JobLoggers;
import org.ftmpj.logger.client.LoggerNotices;
import org.ftmpj.logger.client.NewJob;
import org.ftmpj.logger.client.QuorumEventLog;
import org.ftmpj.logger.wire.Incarnation;
import org.ftmpj.transport.journal.Retention;

/**
 * An event logger on this host that is the only one of its jobs.
 *
 * @param host name or address
 */
public record OnlyLogger(String host, int port, Secret secret) {
  private static final int PATIENCE_MS = 60_000;
  private static final int ANSWER_TIMEOUT_MS = 10_000;

  private static final LoggerNotices UNTOLD =
      new LoggerNotices() {
        @Override
        public void away(int which, String text) {}

        @Override
        public void back(int which, String text) {}
      };

  public OnlyLogger(int port, Secret secret) {
    this("127.0.0.1", port, secret);
  }

  /** Tells it that a job begins. */
  public void enrol(String job) {
    try {
      NewJob.enrol(new JobLoggers(Loggers.of(List.of(address())), secret), job, known -> {});
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** The log of a writer; with its first incarnation its job begins. */
  public QuorumEventLog log(Incarnation writer) {
    return log(writer, Retention.ALL);
  }

  /** The log of a writer that needs so much of it; with its first incarnation its job begins. */
  public QuorumEventLog log(Incarnation writer, Retention needed) {
    if (writer.number() == 1) {
      enrol(writer.job());
    }
    return unknown(writer, needed, PATIENCE_MS, ANSWER_TIMEOUT_MS);
  }

  /** The log of a writer of a job that the logger need not know. */
  public QuorumEventLog unknown(
      Incarnation writer, Retention needed, int contactTimeoutMs, int answerTimeoutMs) {
    return new QuorumEventLog(
        new QuorumEventLog.Settings(
            List.of(address()), secret, writer, UNTOLD, needed, contactTimeoutMs, answerTimeoutMs));
  }

  private HostPort address() {
    return new HostPort(host, port);
  }
}
