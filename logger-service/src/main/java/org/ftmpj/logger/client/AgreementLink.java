package org.ftmpj.logger.client;

import java.io.Closeable;
import java.io.IOException;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.logger.agreement.Question;
import org.ftmpj.logger.agreement.Reply;
import org.ftmpj.logger.wire.Query;
import org.ftmpj.logger.wire.QueryReply;

/** A connection to one of a job's loggers for questions of the agreement. One thread. */
public final class AgreementLink implements Closeable {
  private final HostPort logger;
  private final LoggerConnection link;

  private AgreementLink(HostPort logger, LoggerConnection link) {
    this.logger = logger;
    this.link = link;
  }

  /**
   * Connects.
   *
   * @param answerTimeoutMs for the connection and for each reply
   * @throws IOException if the logger does not answer now
   * @throws FtmpjException if it refuses: {@code WRONG_SECRET}, {@code LOG_VERSION}
   */
  public static AgreementLink open(HostPort logger, Secret secret, String job, int answerTimeoutMs)
      throws IOException {
    try {
      return new AgreementLink(
          logger, LoggerConnection.coordinate(logger, secret, job, answerTimeoutMs));
    } catch (RefusedByLogger e) {
      throw e.stop(logger.toString(), "job " + job);
    }
  }

  /**
   * Asks a question, and waits for the reply.
   *
   * @throws IOException if there is none; the connection is of no use then
   */
  public Reply ask(Question question) throws IOException {
    try {
      link.send(new Query(question.encode()));
      return Reply.decode(link.expect(QueryReply.class).content());
    } catch (RefusedByLogger e) {
      throw e.stop(logger.toString(), "a question");
    }
  }

  /** The logger that it asks. */
  public HostPort logger() {
    return logger;
  }

  @Override
  public void close() throws IOException {
    link.close();
  }
}
