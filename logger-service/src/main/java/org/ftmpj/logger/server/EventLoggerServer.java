package org.ftmpj.logger.server;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.life.ProcessEnd;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.logger.local.LogFollower;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The event logger. It stores the determinants of any number of ranks of any number of jobs whose
 * ranks know the secret. Acknowledged records survive its own death ({@code kill -9} included), not
 * that of its host. One thread, daemon, and one more to follow the logs of a job on this host.
 */
public final class EventLoggerServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EventLoggerServer.class);

  /**
   * @param bind address at which it listens; port 0 for any free one
   * @param store directory of all files; created if it does not exist
   * @param secret the secret of clients
   * @param job a job on this host, whose logs are tailed
   */
  public record Settings(
      InetSocketAddress bind, Path store, Secret secret, Optional<LocalJob> job) {}

  private final ServerCounters counters = new ServerCounters();
  private final StoreRegistry store;
  private final EventLoop loop;
  private final InetSocketAddress address;

  /** The resources that are closed at its end, in this order. */
  private final Deque<AutoCloseable> opened;

  private final Thread thread = new Thread(this::run, "ftmpj-event-logger");
  private volatile Throwable failure;

  private EventLoggerServer(Settings settings, Deque<AutoCloseable> opened) throws IOException {
    this.opened = opened;
    Selector selector = Selector.open();
    opened.push(selector);
    SelectorTasks tasks = new SelectorTasks(selector);
    store = StoreRegistry.open(settings.store(), counters, settings.job());
    opened.push(store);
    ServerSocketChannel channel = ServerSocketChannel.open();
    opened.push(channel);
    // Else a restart would have to wait for connections of the dead one to time out.
    channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
    channel.bind(settings.bind(), 256);
    address = (InetSocketAddress) channel.getLocalAddress();
    Coordinators coordinators =
        Coordinators.open(settings.store(), address.getAddress(), settings.secret(), tasks);
    opened.push(coordinators);
    loop =
        new EventLoop(channel, selector, tasks, store, coordinators, settings.secret(), counters);
    settings
        .job()
        .map(job -> LogFollower.start(job.layout(), job.name(), store::follow))
        .ifPresent(opened::push);
  }

  /**
   * Starts to listen. A killed logger is restarted with these settings and its port.
   *
   * @throws FtmpjException {@code LOG_NOT_WRITABLE} if the store cannot be used, {@code
   *     CANNOT_LISTEN} if the address cannot
   */
  public static EventLoggerServer start(Settings settings) {
    Deque<AutoCloseable> opened = new ArrayDeque<>();
    try {
      EventLoggerServer server = new EventLoggerServer(settings, opened);
      server.thread.setDaemon(true);
      server.thread.start();
      return server;
    } catch (FtmpjException e) {
      closeQuietly(opened);
      throw e;
    } catch (IOException | UnresolvedAddressException e) {
      closeQuietly(opened);
      throw new FtmpjException(
          ErrorCode.CANNOT_LISTEN, "Cannot listen on " + settings.bind() + ": " + Reason.of(e), e);
    }
  }

  /** The address at which it listens. */
  public InetSocketAddress address() {
    return address;
  }

  /** A snapshot of its counters. Any thread. */
  public ServerSnapshot snapshot() {
    return counters.snapshot(store.jobs(), store.freeBytes());
  }

  /**
   * Waits until the logger is closed.
   *
   * @throws FtmpjException if it could not go on; all acknowledged records are in the store
   */
  public void awaitEnd() throws InterruptedException {
    thread.join();
    if (failure != null) {
      throw FtmpjException.unexpected("The event logger cannot go on: ", failure);
    }
  }

  private void run() {
    try {
      loop.run();
    } catch (RuntimeException | Error e) {
      if (ProcessEnd.isUnderWay()) {
        LOG.debug("The event logger ends with its process", e);
      } else {
        failure = e;
        LOG.error("The event logger cannot go on", e);
      }
    } finally {
      closeQuietly(opened);
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

  private static void closeQuietly(Deque<AutoCloseable> opened) {
    for (AutoCloseable each : opened) {
      try {
        each.close();
      } catch (Exception e) {
        LOG.warn("Cannot close {}", each, e);
      }
    }
  }
}
