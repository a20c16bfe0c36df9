package org.ftmpj.logger.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardSocketOptions;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.logger.wire.Refused;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves all clients in one thread: takes everything that has arrived from all of them, then
 * acknowledges to each once.
 */
final class EventLoop implements Runnable, Connection.Server {
  private static final Logger LOG = LoggerFactory.getLogger(EventLoop.class);
  private static final long SWEEP_EVERY_MS = 1000;

  /** The pause after a failed attempt to accept, in milliseconds. */
  private static final long PAUSE_MS = 100;

  /** The most connections at one time that have not proven yet that they know the secret. */
  private static final int MAX_UNKNOWN = 256;

  private final ServerSocketChannel server;
  private final Selector selector;
  private final SelectorTasks tasks;
  private final StoreRegistry store;
  private final Coordinators coordinators;
  private final Secret secret;
  private final RareWarning strangers = new RareWarning(LOG);
  private final ServerCounters counters;
  private final RareWarning notAccepted = new RareWarning(LOG);
  private final SelectionKey accepting;
  private final Set<Connection> ready = new LinkedHashSet<>();
  private volatile boolean closing;

  EventLoop(
      ServerSocketChannel server,
      Selector selector,
      SelectorTasks tasks,
      StoreRegistry store,
      Coordinators coordinators,
      Secret secret,
      ServerCounters counters)
      throws IOException {
    this.server = server;
    this.selector = selector;
    this.tasks = tasks;
    this.store = store;
    this.coordinators = coordinators;
    this.secret = secret;
    this.counters = counters;
    server.configureBlocking(false);
    accepting = server.register(selector, SelectionKey.OP_ACCEPT);
  }

  /** Runs until {@link #end}, or throws if it cannot go on. */
  @Override
  public void run() {
    try {
      long swept = System.nanoTime();
      while (!closing) {
        boolean accepts = accepting.interestOps() != 0;
        selector.select(this::handle, accepts ? SWEEP_EVERY_MS : PAUSE_MS);
        if (!accepts) {
          accepting.interestOps(SelectionKey.OP_ACCEPT);
        }
        tasks.run();
        ready.forEach(this::write);
        ready.clear();
        if (System.nanoTime() - swept > SWEEP_EVERY_MS * 1_000_000) {
          sweep();
          swept = System.nanoTime();
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      connections().forEach(Connection::close);
    }
  }

  /** Ends the loop. Any thread. */
  void end() {
    closing = true;
    selector.wakeup();
  }

  private void handle(SelectionKey key) {
    if (key.isValid() && key.isAcceptable()) {
      accept();
    } else if (key.isValid()) {
      Connection connection = (Connection) key.attachment();
      if (key.isReadable()) {
        read(connection);
      }
      ready.add(connection);
    }
  }

  private void accept() {
    try {
      SocketChannel channel = server.accept();
      if (channel == null) {
        return;
      }
      makeRoom();
      channel.configureBlocking(false);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
      SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
      Connection connection = new Connection(channel, key, store, secret, this, System.nanoTime());
      key.attach(connection);
      ready.add(connection);
      counters.accepted();
    } catch (IOException e) {
      // Otherwise it would be retried at once, forever, while no descriptors are free.
      accepting.interestOps(0);
      notAccepted.warn("Cannot accept a connection: " + e, System.nanoTime());
    }
  }

  /**
   * Ends the oldest unproven connection if there are too many: a client that knows the secret
   * proves it at once.
   */
  private void makeRoom() {
    List<Connection> unknown = connections().stream().filter(c -> !c.isKnown()).toList();
    if (unknown.size() >= MAX_UNKNOWN) {
      Connection oldest = Collections.min(unknown, Comparator.comparing(Connection::acceptedNs));
      unknown("Too many connections that do not say who they are; closed the oldest, " + oldest);
      oldest.close();
    }
  }

  @Override
  public void unknown(String what) {
    strangers.warn(what, System.nanoTime());
  }

  @Override
  public ServerCounters counters() {
    return counters;
  }

  @Override
  public Coordinators coordinators() {
    return coordinators;
  }

  @Override
  public void ready(Connection connection) {
    ready.add(connection);
  }

  @Override
  public void admitted(Connection connection) {
    for (Connection other : connections()) {
      if (other == connection || !other.isOfSameRankAs(connection)) {
        continue;
      }
      if (other.isSameProcessAs(connection)) {
        other.close();
      } else {
        other.refuse(new Refused(Refused.Code.FENCED, "a newer incarnation has come"));
        ready.add(other);
      }
    }
  }

  @Override
  public void ended(String job) {
    for (Connection connection : connections()) {
      if (connection.isOf(job)) {
        LOG.warn("Closed {}, whose job has ended", connection);
        connection.close();
      }
    }
  }

  private void read(Connection connection) {
    try {
      connection.read();
    } catch (IOException e) {
      drop(connection, e);
    }
  }

  private void write(Connection connection) {
    try {
      connection.write();
    } catch (IOException | CancelledKeyException e) {
      drop(connection, e);
    }
  }

  private void drop(Connection connection, Exception why) {
    LOG.debug("Lost {}: {}", connection, why.toString());
    connection.close();
  }

  private void sweep() {
    long now = System.nanoTime();
    for (Connection connection : connections()) {
      if (connection.isOverdue(now)) {
        connection.close();
      }
    }
  }

  private List<Connection> connections() {
    List<Connection> all = new ArrayList<>();
    for (SelectionKey key : selector.keys()) {
      if (key.isValid() && key.attachment() instanceof Connection connection) {
        all.add(connection);
      }
    }
    return all;
  }
}
