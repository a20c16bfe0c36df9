package org.ftmpj.logger.agreement;

import java.net.InetAddress;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.ftmpj.common.secret.Secret;

/**
 * The part of one event logger in the agreement of a job's loggers: a port to module {@code
 * coordinator}. Any thread.
 */
public interface AgreementEndpoint extends AutoCloseable {

  /**
   * The settings of an endpoint.
   *
   * @param job its identity
   * @param directory its directory, which is created unless it exists; existing files are continued
   * @param bind address at which it listens for other members
   * @param secret the secret of the members
   * @param complete whether the logger has run since the job began, and has lost nothing
   */
  record Settings(String job, Path directory, InetAddress bind, Secret secret, boolean complete) {}

  /** Opens an endpoint; found as a service. */
  interface Opener {
    /**
     * Starts to listen; may take seconds.
     *
     * @throws org.ftmpj.common.error.FtmpjException {@code LOG_NOT_WRITABLE}, {@code CANNOT_LISTEN}
     */
    AgreementEndpoint open(Settings settings);
  }

  /**
   * Asks a question; does not wait. The reply comes within some seconds, and is never an exception.
   */
  CompletableFuture<Reply> ask(Question question);

  /** Ends the endpoint, and waits until its files are closed. */
  @Override
  void close();
}
