package org.ftmpj.network;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.ftmpj.common.config.CheckSum;

/**
 * Measures half of a round trip between two JVMs over loopback: of a session, with each kind of
 * check sum, and of plain blocking TCP, without and with a second thread at each end that the
 * message is handed over to, as in a session; a main program, no test. What is longer than 64 KiB
 * goes in pieces of that. Prints the median and the 99th percentile in microseconds.
 */
public final class SessionPingPong {
  private static final int[] SIZES = {64, 4096, 64 << 10, 1 << 20};
  private static final int PIECE = 64 << 10;

  private SessionPingPong() {}

  /**
   * Without arguments it measures everything; with names of check sums only those; otherwise it is
   * the other side.
   */
  public static void main(String[] arguments) throws Exception {
    if (arguments.length == 2) {
      pong(arguments[0], Integer.parseInt(arguments[1]));
      return;
    }
    if (arguments.length == 0) {
      plain("plain");
      plain("handed");
    }
    for (CheckSum kind : CheckSum.values()) {
      if (arguments.length == 0 || kind.name().equals(arguments[0])) {
        session(kind);
      }
    }
  }

  private static int rounds(int size) {
    return size <= 4096 ? 60_000 : size <= PIECE ? 20_000 : 3_000;
  }

  private static void pong(String kind, int port) throws Exception {
    InetSocketAddress ping = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    if (kind.equals("plain") || kind.equals("handed")) {
      try (SocketChannel channel = SocketChannel.open(ping)) {
        new Plain(channel, kind.equals("handed")).pong();
      }
      return;
    }
    CountDownLatch end = new CountDownLatch(1);
    Side side = new Side(new long[0]);
    try (Endpoint endpoint = Endpoint.open(2, Hosts.SECRET, List.of(), options(kind))) {
      side.session.complete(
          endpoint.connect(1, List.of(ping), Hosts.to(side::pong), why -> end.countDown()));
      end.await();
    }
  }

  private static NetworkOptions options(String kind) {
    return new NetworkOptions(
        16 << 20, Duration.ofMillis(10), Duration.ofSeconds(30), CheckSum.valueOf(kind), "tcp");
  }

  private static void session(CheckSum kind) throws Exception {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    Process other;
    try (Endpoint endpoint = Endpoint.open(1, Hosts.SECRET, List.of(any), options(kind.name()))) {
      other = start(kind.name(), endpoint.addresses().get(0).getPort());
      Side[] side = new Side[1];
      Session session =
          endpoint.expect(2, Hosts.to(content -> side[0].ping(content)), new Hosts.Events());
      for (int size : SIZES) {
        side[0] = new Side(new long[rounds(size)]);
        side[0].session.complete(session);
        side[0].begin(size);
        report(kind.name(), size, side[0].done.get());
      }
    }
    other.waitFor();
  }

  private static void plain(String kind) throws Exception {
    try (ServerSocketChannel server = ServerSocketChannel.open()) {
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      Process other = start(kind, ((InetSocketAddress) server.getLocalAddress()).getPort());
      try (SocketChannel channel = server.accept()) {
        Plain plain = new Plain(channel, kind.equals("handed"));
        for (int size : SIZES) {
          report(kind, size, plain.ping(size));
        }
      }
      other.waitFor();
    }
  }

  private static void report(String kind, int size, long[] ns) {
    // The first half warms up.
    long[] measured = Arrays.copyOfRange(ns, ns.length / 2, ns.length);
    Arrays.sort(measured);
    System.out.printf(
        "%-10s %8d B %9.2f us median %9.2f us p99%n",
        kind,
        size,
        measured[measured.length / 2] / 1e3,
        measured[measured.length * 99 / 100] / 1e3);
  }

  private static Process start(String kind, int port) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            SessionPingPong.class.getName(),
            kind,
            String.valueOf(port))
        .inheritIO()
        .start();
  }

  /** One end of a session; each content says how long the message is of which it is a piece. */
  private static final class Side {
    final CompletableFuture<Session> session = new CompletableFuture<>();
    final CompletableFuture<long[]> done = new CompletableFuture<>();
    private final long[] ns;
    private int size;
    private int round;
    private long startNs;
    private int came;

    Side(long[] ns) {
      this.ns = ns;
    }

    void begin(int bytes) {
      size = bytes;
      startNs = System.nanoTime();
      send(bytes);
    }

    void ping(ByteBuffer piece) {
      came += piece.remaining();
      if (came < size) {
        return;
      }
      came = 0;
      long nowNs = System.nanoTime();
      ns[round++] = (nowNs - startNs) / 2;
      startNs = nowNs;
      if (round == ns.length) {
        done.complete(ns);
      } else {
        send(size);
      }
    }

    void pong(ByteBuffer piece) {
      int bytes = piece.getInt(piece.position());
      came += piece.remaining();
      if (came == bytes) {
        came = 0;
        send(bytes);
      }
    }

    private void send(int bytes) {
      try {
        for (int left = bytes; left > 0; left -= PIECE) {
          session.join().send(Topic.CHANNELS, new Piece(Math.min(left, PIECE), bytes));
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private record Piece(int length, int of) implements Content {
    private static final ByteBuffer BYTES = ByteBuffer.allocateDirect(PIECE);

    @Override
    public void write(ByteBuffer to) {
      to.putInt(of).put(BYTES.slice(0, length - Integer.BYTES));
    }
  }

  /** One end of a plain connection. */
  private static final class Plain {
    private final SocketChannel channel;
    private final ByteBuffer bytes = ByteBuffer.allocateDirect(SIZES[SIZES.length - 1]);
    private final boolean handed;
    private volatile int came;
    private volatile Thread waiting;

    Plain(SocketChannel channel, boolean handed) throws IOException {
      this.channel = channel;
      this.handed = handed;
      channel.socket().setTcpNoDelay(true);
    }

    long[] ping(int size) throws IOException {
      long[] ns = new long[rounds(size)];
      waiting = Thread.currentThread();
      if (handed) {
        Ticker.daemon(() -> read(size, ns.length), "reader");
      }
      for (int i = 0; i < ns.length; i++) {
        long startNs = System.nanoTime();
        write(size);
        await(size);
        ns[i] = (System.nanoTime() - startNs) / 2;
      }
      return ns;
    }

    void pong() throws IOException {
      for (int size : SIZES) {
        waiting = Thread.currentThread();
        if (handed) {
          Ticker.daemon(() -> read(size, rounds(size)), "reader");
        }
        for (int i = 0; i < rounds(size); i++) {
          await(size);
          write(size);
        }
      }
    }

    private void write(int size) throws IOException {
      ByteBuffer out = bytes.duplicate().limit(size);
      while (out.hasRemaining()) {
        channel.write(out);
      }
    }

    private void await(int size) {
      if (!handed) {
        read(size, 1);
        came = 0;
        return;
      }
      while (came == 0) {
        LockSupport.park(this);
      }
      came = 0;
    }

    private void read(int size, int times) {
      try {
        ByteBuffer in = ByteBuffer.allocateDirect(size);
        for (int i = 0; i < times; i++) {
          in.clear();
          while (in.hasRemaining()) {
            channel.read(in);
          }
          came = size;
          LockSupport.unpark(waiting);
        }
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
