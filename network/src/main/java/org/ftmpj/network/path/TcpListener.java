package org.ftmpj.network.path;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import org.ftmpj.common.life.OwnThreads;
import org.ftmpj.common.time.Deadline;
import org.ftmpj.network.auth.Handshakes;
import org.ftmpj.network.auth.Proven;

/**
 * Accepts connections; each proves itself in a thread of its own, a bounded number at a time. If
 * more come, the longest attempt gives way: strangers, whose attempts never end, do not keep out
 * hosts, whose attempts take milliseconds.
 */
final class TcpListener implements NetworkListener {
  /** The pause before the next attempt to accept if there are no descriptors, in milliseconds. */
  private static final long PAUSE_MS = 100;

  private static final int BACKLOG = 128;
  private static final int AT_ONCE = 64;
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final ServerSocketChannel server;
  private final InetSocketAddress address;
  private final ConnectionAcceptor greeter;
  private final Semaphore places = new Semaphore(AT_ONCE);
  private final Queue<Thread> proving = new ConcurrentLinkedQueue<>();

  TcpListener(InetSocketAddress address, ConnectionAcceptor greeter) throws IOException {
    this.greeter = greeter;
    server = ServerSocketChannel.open();
    try {
      server.setOption(StandardSocketOptions.SO_REUSEADDR, true);
      server.bind(address, BACKLOG);
      this.address = (InetSocketAddress) server.getLocalAddress();
    } catch (IOException | RuntimeException e) {
      server.close();
      throw e;
    }
    OwnThreads.all().start("ftmpj-door-" + this.address.getPort(), this::accept);
  }

  @Override
  public InetSocketAddress address() {
    return address;
  }

  private void accept() {
    try {
      while (true) {
        SocketChannel channel = next();
        if (!places.tryAcquire()) {
          giveWay();
          places.acquire();
        }
        daemon(() -> admit(channel), "ftmpj-proof");
      }
    } catch (ClosedChannelException e) {
      // It was closed.
    } catch (IOException e) {
      greeter.stranger(address, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Accepts the next connection; an earlier one that ended before, or a lack of descriptors, is no
   * reason to stop.
   */
  private SocketChannel next() throws IOException, InterruptedException {
    while (true) {
      try {
        return server.accept();
      } catch (ClosedChannelException e) {
        throw e;
      } catch (IOException e) {
        greeter.stranger(address, e);
        Thread.sleep(PAUSE_MS);
      }
    }
  }

  /** Ends the longest attempt, unless it has just ended and its place is free. */
  private void giveWay() {
    Thread longest = proving.poll();
    if (longest != null) {
      longest.interrupt();
    }
  }

  private void admit(SocketChannel channel) {
    SocketAddress from = null;
    proving.add(Thread.currentThread());
    try {
      from = channel.getRemoteAddress();
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      Deadline deadline = Deadline.in(PATIENCE);
      Proven proven = Handshakes.accepting(channel, greeter.secret(), greeter.self(), deadline);
      TcpOpenings openings = new TcpOpenings(channel, proven, deadline);
      Opening theirs = openings.receive();
      ConnectionAcceptor.Greeting greeting = greeter.greet(proven.purpose(), theirs);
      openings.send(greeting.opening());
      if (greeting.listener() == null) {
        channel.close();
      } else {
        new TcpConnection(channel, proven, greeting.listener()).start(theirs);
      }
    } catch (IOException e) {
      close(channel);
      greeter.stranger(from, e);
    } finally {
      proving.remove(Thread.currentThread());
      places.release();
    }
  }

  private static void close(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      // Nothing was lost: no one has been believed yet.
    }
  }

  static Thread daemon(Runnable work, String name) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      greeter.stranger(address, e);
    }
  }
}
