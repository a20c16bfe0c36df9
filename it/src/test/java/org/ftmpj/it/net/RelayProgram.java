package org.ftmpj.it.net;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.Scanner;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ftmpj.testnet.HostsNetwork;

/**
 * A program between a host and the others: connections that {@link HostsNetwork#redirect} sends to
 * its port go on to where they were meant to go, and their bytes are changed on the way, after
 * TCP's own check sum: flipped, held back, doubled, moved, cut off. Reads lines, see {@link Relay}.
 *
 * <p>Arguments: its port, the address from which it connects further, a seed, a directory where
 * what passes is noted; empty for none.
 */
final class RelayProgram {
  private static final int PIECE = 32 << 10;

  private final InetAddress own;
  private final long seed;
  private final String notes;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final AtomicLong flipped = new AtomicLong();
  private final AtomicLong doubled = new AtomicLong();
  private final AtomicLong moved = new AtomicLong();
  private final AtomicLong connections = new AtomicLong();
  private volatile double flipsPerByte;
  private volatile double doublesPerPiece;
  private volatile double movesPerPiece;
  private volatile int delayMs;

  private RelayProgram(InetAddress own, long seed, String notes) {
    this.own = own;
    this.seed = seed;
    this.notes = notes;
  }

  public static void main(String[] arguments) throws IOException {
    RelayProgram relay =
        new RelayProgram(
            InetAddress.getByName(arguments[1]), Long.parseLong(arguments[2]), arguments[3]);
    ServerSocket server = new ServerSocket(Integer.parseInt(arguments[0]));
    Thread listener = new Thread(() -> relay.listen(server));
    listener.setDaemon(true);
    listener.start();
    System.out.println("ready");
    Scanner lines = new Scanner(System.in);
    while (lines.hasNext()) {
      relay.obey(lines.next(), lines.nextDouble());
    }
  }

  private void obey(String order, double value) throws IOException {
    switch (order) {
      case "flip" -> flipsPerByte = value;
      case "double" -> doublesPerPiece = value;
      case "move" -> movesPerPiece = value;
      case "delay" -> delayMs = (int) value;
      case "cut" -> {
        for (Socket socket : sockets) {
          socket.close();
        }
      }
      default -> throw new IllegalArgumentException(order);
    }
    System.out.println(
        "connections "
            + connections
            + " flipped "
            + flipped
            + " doubled "
            + doubled
            + " moved "
            + moved);
  }

  private void listen(ServerSocket server) {
    try {
      while (true) {
        Socket from = server.accept();
        connect(from, connections.getAndIncrement());
      }
    } catch (IOException e) {
      System.err.println("The relay cannot listen: " + e);
    }
  }

  private void connect(Socket from, long number) {
    Socket to = new Socket();
    sockets.add(from);
    sockets.add(to);
    Thread there =
        new Thread(
            () -> {
              try {
                to.bind(new InetSocketAddress(own, 0));
                to.connect(meant(from), 10_000);
                to.setTcpNoDelay(true);
                from.setTcpNoDelay(true);
                Thread back = new Thread(() -> pass(to, from, 2 * number));
                back.setDaemon(true);
                back.start();
                pass(from, to, 2 * number + 1);
              } catch (IOException e) {
                end(from, to);
              }
            });
    there.setDaemon(true);
    there.start();
  }

  /** Where a redirected connection was meant to go: what the kernel keeps to answer it. */
  private static InetSocketAddress meant(Socket from) throws IOException {
    Pattern entry =
        Pattern.compile(
            "tcp .*?src="
                + Pattern.quote(from.getInetAddress().getHostAddress())
                + " dst=(\\S+) sport="
                + from.getPort()
                + " dport=(\\d+) .*");
    for (String line : Files.readAllLines(Path.of("/proc/net/nf_conntrack"))) {
      Matcher found = entry.matcher(line);
      if (found.find()) {
        return new InetSocketAddress(found.group(1), Integer.parseInt(found.group(2)));
      }
    }
    throw new IOException("The kernel does not know " + from);
  }

  private void pass(Socket from, Socket to, long number) {
    Random random = new Random(seed + number);
    byte[] held = null;
    byte[] piece = new byte[PIECE];
    try (OutputStream noted = note(number)) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int length = in.read(piece); length >= 0; length = in.read(piece)) {
        noted.write(piece, 0, length);
        Thread.sleep(delayMs);
        flip(piece, length, random);
        if (held == null && random.nextDouble() < movesPerPiece && in.available() > 0) {
          held = Arrays.copyOf(piece, length);
          continue;
        }
        out.write(piece, 0, length);
        if (random.nextDouble() < doublesPerPiece) {
          doubled.incrementAndGet();
          out.write(piece, 0, length);
        }
        if (held != null) {
          moved.incrementAndGet();
          out.write(held);
          held = null;
        }
      }
      to.shutdownOutput();
    } catch (IOException | InterruptedException e) {
      end(from, to);
    }
  }

  private OutputStream note(long number) throws IOException {
    return notes.isEmpty()
        ? OutputStream.nullOutputStream()
        : Files.newOutputStream(Path.of(notes).resolve(own.getHostAddress() + "-" + number));
  }

  private void flip(byte[] piece, int length, Random random) {
    if (flipsPerByte > 0) {
      for (int at = gap(random); at < length; at += 1 + gap(random)) {
        piece[at] ^= (byte) (1 << random.nextInt(8));
        flipped.incrementAndGet();
      }
    }
  }

  /** Bytes that stay as they are before the next one that is flipped. */
  private int gap(Random random) {
    double gap = Math.log(1 - random.nextDouble()) / Math.log1p(-flipsPerByte);
    return (int) Math.min(gap, PIECE);
  }

  private void end(Socket one, Socket other) {
    for (Socket socket : new Socket[] {one, other}) {
      sockets.remove(socket);
      try {
        socket.close();
      } catch (IOException e) {
        System.err.println("A connection cannot be closed: " + e);
      }
    }
  }
}
