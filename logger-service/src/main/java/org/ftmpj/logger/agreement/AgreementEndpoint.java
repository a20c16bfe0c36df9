package org.ftmpj.logger.agreement;

import java.net.InetAddress;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.ftmpj.common.secret.Secret;

/**
 * The part that one event logger has in what the loggers of a job agree on: a port, behind which is
 * module {@code coordinator}. Any thread.
 */
public interface AgreementEndpoint extends AutoCloseable {

  /**
   * What it is made of.
   *
   * @param job its identity
   * @param directory where it keeps all; made if it is not there. What is there it goes on with
   * @param bind address to listen at for other members
   * @param secret what others have to know
   * @param complete whether the logger has been there since the job began, and has lost nothing
   */
  record Settings(String job, Path directory, InetAddress bind, Secret secret, boolean complete) {}

  /** Opens one; found as a service. */
  interface Opener {
    /**
     * Starts to listen; may take seconds.
     *
     * @throws org.ftmpj.common.error.FtmpjException {@code LOG_NOT_WRITABLE}, {@code CANNOT_LISTEN}
     */
    AgreementEndpoint open(Settings settings);
  }

  /** Asks; does not wait. The reply is there within some seconds, and is never an exception. */
  CompletableFuture<Reply> ask(Question question);

  /** Ends it, and waits until its files are closed. */
  @Override
  void close();
}
