package org.ftmpj.transport.channel;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.transport.Child;

/**
 * Measures half of a round trip between two JVMs, payload copied out and digests checked at both
 * ends; a main program, no test. Prints the median and the 99th percentile in microseconds.
 */
public final class PingPong {
  private static final int[] SIZES = {64, 512, 1024, 4096, 64 << 10, 1 << 20, 8 << 20};

  private PingPong() {}

  /** Without arguments it measures; otherwise it is the other side, with the job's directory. */
  public static void main(String[] arguments) throws IOException {
    if (arguments.length > 0) {
      pong(Job.open(Path.of(arguments[0]), 2));
      return;
    }
    Path directory = Files.createTempDirectory("ping-pong");
    Job job = Job.create(directory, 2);
    try (Child pong = Child.startOptimized(PingPong.class, directory);
        ChronicleInterconnect interconnect = job.interconnect(0, 1)) {
      ping(interconnect);
      pong.waitFor();
    } finally {
      delete(directory);
    }
  }

  private static int rounds(int size) {
    return size <= 4096 ? 100_000 : size <= 64 << 10 ? 20_000 : size <= 1 << 20 ? 600 : 60;
  }

  private static void ping(ChronicleInterconnect interconnect) {
    Side side = new Side(interconnect, 1);
    for (int size : SIZES) {
      int rounds = rounds(size);
      long[] ns = new long[rounds];
      for (int i = 0; i < rounds; i++) {
        long startNs = System.nanoTime();
        side.send(size);
        side.receive();
        ns[i] = (System.nanoTime() - startNs) / 2;
      }
      // The first half warms up.
      long[] measured = Arrays.copyOfRange(ns, rounds / 2, rounds);
      Arrays.sort(measured);
      System.out.printf(
          "%8d B %9.2f us median %9.2f us p99%n",
          size, measured[measured.length / 2] / 1e3, measured[measured.length * 99 / 100] / 1e3);
    }
  }

  private static void pong(Job job) {
    try (ChronicleInterconnect interconnect = job.interconnect(1, 1)) {
      Side side = new Side(interconnect, 0);
      for (int size : SIZES) {
        for (int i = 0; i < rounds(size); i++) {
          side.receive();
          side.send(size);
        }
      }
    }
  }

  private static final class Side {
    private final ChronicleInterconnect interconnect;
    private final int peer;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(SIZES[SIZES.length - 1]);
    private long sequence;

    Side(ChronicleInterconnect interconnect, int peer) {
      this.interconnect = interconnect;
      this.peer = peer;
    }

    void send(int size) {
      Envelope envelope = new Envelope(0, 0, false, 0, 0, size, 0, 0);
      interconnect.send(peer, ++sequence, envelope, buffer, null);
    }

    void receive() {
      while (true) {
        if (interconnect.next() instanceof Arrival.Message message) {
          interconnect.copy(message, buffer, null);
          return;
        }
        interconnect.awaitArrivals();
      }
    }
  }

  private static void delete(Path directory) throws IOException {
    try (var files = Files.walk(directory)) {
      for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.delete(file);
      }
    }
  }
}
