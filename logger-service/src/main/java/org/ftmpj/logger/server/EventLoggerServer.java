package org.ftmpj.logger.server;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.util.Optional;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.logger.local.LogFollower;
import org.ftmpj.logger.wire.Secret;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The event logger. Keeps the determinants of any number of ranks of any number of jobs whose ranks
 * know the secret. What it acknowledged survives its own death ({@code kill -9} included), not that
 * of its host. One thread, daemon, and one more to follow the logs of a job on this host.
 */
public final class EventLoggerServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EventLoggerServer.class);

  /**
   * @param bind where to listen; port 0 for any free one
   * @param store directory that keeps everything; created if it does not exist
   * @param secret what clients have to know
   * @param follow the job on this host whose determinant logs are tailed
   */
  public record Settings(
      InetSocketAddress bind, Path store, Secret secret, Optional<FollowedJob> follow) {}

  /**
   * @param name the job's name, as its ranks would say it in their connection
   */
  public record FollowedJob(JobLayout layout, String name) {}

  private final ServerSocketChannel channel;
  private final Selector selector;
  private final Ledger ledger;
  private final EventLoop loop;
  private final LogFollower follower;
  private final InetSocketAddress address;
  private final Thread thread = new Thread(this::run, "ftmpj-event-logger");
  private volatile Throwable failure;

  private EventLoggerServer(
      Settings settings, ServerSocketChannel channel, Selector selector, Ledger ledger)
      throws IOException {
    this.channel = channel;
    this.selector = selector;
    this.ledger = ledger;
    this.address = (InetSocketAddress) channel.getLocalAddress();
    this.loop = new EventLoop(channel, selector, ledger, settings.secret());
    this.follower =
        settings
            .follow()
            .map(job -> LogFollower.start(job.layout(), job.name(), ledger::follow))
            .orElse(null);
  }

  /**
   * Starts to listen. A logger that was killed is restarted by the same settings, with its port.
   *
   * @throws FtmpjException {@code LOG_NOT_WRITABLE} if the store cannot be used, {@code
   *     CANNOT_LISTEN} if the address cannot
   */
  public static EventLoggerServer start(Settings settings) {
    Ledger ledger = Ledger.open(settings.store());
    try {
      EventLoggerServer server = listen(settings, ledger);
      server.thread.setDaemon(true);
      server.thread.start();
      return server;
    } catch (FtmpjException e) {
      ledger.close();
      throw e;
    }
  }

  private static EventLoggerServer listen(Settings settings, Ledger ledger) {
    ServerSocketChannel channel = null;
    Selector selector = null;
    try {
      selector = Selector.open();
      channel = ServerSocketChannel.open();
      // Else a restart would have to wait for connections of the dead one to time out.
      channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
      channel.bind(settings.bind(), 256);
      return new EventLoggerServer(settings, channel, selector, ledger);
    } catch (IOException | java.nio.channels.UnresolvedAddressException e) {
      closeQuietly(channel);
      closeQuietly(selector);
      throw new FtmpjException(
          ErrorCode.CANNOT_LISTEN, "Cannot listen on " + settings.bind() + ": " + Reason.of(e), e);
    }
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return address;
  }

  /** What it has done so far. Any thread. */
  public Figures figures() {
    return ledger.figures();
  }

  /**
   * Waits until the logger is closed.
   *
   * @throws FtmpjException if it ended because it could not go on; nothing is acknowledged then
   *     that is not in the store
   */
  public void awaitEnd() throws InterruptedException {
    thread.join();
    if (failure instanceof FtmpjException e) {
      throw e;
    }
    if (failure != null) {
      throw new FtmpjException(
          ErrorCode.INTERNAL, "The event logger cannot go on: " + failure, failure);
    }
  }

  private void run() {
    try {
      loop.run();
    } catch (RuntimeException | Error e) {
      failure = e;
      LOG.error("The event logger cannot go on", e);
    } finally {
      if (follower != null) {
        follower.close();
      }
      closeQuietly(channel);
      closeQuietly(selector);
      ledger.close();
    }
  }

  /** Ends all connections and closes the store. */
  @Override
  public void close() {
    loop.end();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void closeQuietly(AutoCloseable closeable) {
    if (closeable == null) {
      return;
    }
    try {
      closeable.close();
    } catch (Exception e) {
      LOG.debug("Cannot close {}", closeable, e);
    }
  }
}
