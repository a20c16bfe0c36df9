package org.ftmpj.network;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/**
 * Stands between two hosts above TCP, and flips one bit of every million bytes on the average. It
 * flips the next one when the last one has been found, so that both can be counted; if that went
 * down with its connection, which ended before it was read, it counts apart.
 */
final class FlippingRelay implements AutoCloseable {
  private static final int MEAN_GAP = 1_000_000;

  /** A connection begins with a proof, in which nothing is counted. */
  private static final int PROOF = 4096;

  /** More than is under way at once. */
  private static final int NOT_FOUND_ANY_MORE = 16 << 20;

  private final ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
  private final InetSocketAddress target;
  private final LongSupplier found;
  private final SplittableRandom random; // guarded by this
  private long gap; // guarded by this
  private long passed; // since the last flip; guarded by this
  private long foundBefore = -1; // -1: the last one has been found; guarded by this
  private long flips; // guarded by this
  private long lost; // guarded by this

  /**
   * @param target where connections go on to
   * @param found how many damages the hosts have found so far
   */
  FlippingRelay(InetSocketAddress target, LongSupplier found, long seed) throws IOException {
    this.target = target;
    this.found = found;
    random = new SplittableRandom(seed);
    gap = nextGap();
    Ticker.daemon(this::listen, "relay");
  }

  InetSocketAddress address() {
    return (InetSocketAddress) server.getLocalSocketAddress();
  }

  synchronized long flips() {
    return flips;
  }

  /** Flips that no one could find, for their connection ended before. */
  synchronized long lost() {
    return lost;
  }

  private long nextGap() {
    return (long) (-MEAN_GAP * Math.log(1 - random.nextDouble()));
  }

  private void listen() {
    try {
      while (true) {
        Socket from = server.accept();
        Socket to = new Socket();
        to.connect(target);
        Ticker.daemon(() -> pass(from, to), "relay there");
        Ticker.daemon(() -> pass(to, from), "relay back");
      }
    } catch (IOException closed) {
      // The test is over, or a host is.
      return;
    }
  }

  private void pass(Socket from, Socket to) {
    byte[] piece = new byte[16 << 10];
    long before = 0;
    try (from;
        to) {
      from.setTcpNoDelay(true);
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int length = in.read(piece); length >= 0; length = in.read(piece)) {
        if (before > PROOF) {
          flip(piece, length);
        }
        before += length;
        out.write(piece, 0, length);
      }
    } catch (IOException ended) {
      // So does the other direction.
      return;
    }
  }

  private synchronized void flip(byte[] piece, int length) {
    passed += length;
    if (foundBefore >= 0) {
      boolean isFound = found.getAsLong() > foundBefore;
      if (!isFound && passed < NOT_FOUND_ANY_MORE) {
        return;
      }
      lost += isFound ? 0 : 1;
      foundBefore = -1;
    }
    if (passed >= gap) {
      foundBefore = found.getAsLong();
      piece[random.nextInt(length)] ^= (byte) (1 << random.nextInt(8));
      flips++;
      passed = 0;
      gap = nextGap();
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
