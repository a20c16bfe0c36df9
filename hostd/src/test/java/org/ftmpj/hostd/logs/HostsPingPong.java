package org.ftmpj.hostd.logs;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.logger.local.MappedEventLog;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.transport.channel.ChronicleInterconnect;
import org.ftmpj.transport.control.ControlBlock;

/**
 * Measures half of a round trip between two ranks on two hosts, all in this JVM: log, shipper,
 * session, mirror, and payload copied out with its digest checked. A main program, no test. Prints
 * the median and the 99th percentile in microseconds.
 */
public final class HostsPingPong {
  private static final int[] SIZES = {64, 4096, 64 << 10, 1 << 20, 8 << 20};

  private static final ByteBuffer DETERMINANT = ByteBuffer.allocateDirect(8).asReadOnlyBuffer();

  private HostsPingPong() {}

  /**
   * With the argument {@code tcp} over TCP, else by a session in memory; with {@code gate} there
   * with a gate at the edge and an event logger in this process. There is a determinant before each
   * send.
   */
  public static void main(String[] arguments) throws Exception {
    Path directory = Files.createTempDirectory("hosts-ping-pong");
    String mode = arguments.length > 0 ? arguments[0] : "";
    try (RealGates gates = mode.equals("gate") ? RealGates.start(directory) : null;
        TwoHosts hosts =
            mode.equals("tcp")
                ? TwoHosts.startOverTcp(directory, 1, 2)
                : TwoHosts.start(
                    directory, null, gates == null ? TwoHosts.Gates.OPEN : gates, false, 1, 2);
        MappedEventLog pings = determinants(hosts, 0);
        MappedEventLog pongs = determinants(hosts, 1);
        ChronicleInterconnect ping = hosts.rank(0, 1);
        ChronicleInterconnect pong = hosts.rank(1, 1)) {
      Thread other = new Thread(() -> answer(pong, pongs));
      other.setDaemon(true);
      other.start();
      long sequence = 0;
      ByteBuffer buffer = ByteBuffer.allocateDirect(SIZES[SIZES.length - 1]);
      for (int size : SIZES) {
        int rounds = size <= 4096 ? 20_000 : size <= 64 << 10 ? 5_000 : size <= 1 << 20 ? 600 : 60;
        long[] ns = new long[rounds];
        for (int i = 0; i < rounds; i++) {
          long startNs = System.nanoTime();
          send(ping, pings, 1, ++sequence, size, buffer);
          receive(ping, buffer);
          ns[i] = (System.nanoTime() - startNs) / 2;
        }
        // The first half warms up.
        long[] measured = Arrays.copyOfRange(ns, rounds / 2, rounds);
        Arrays.sort(measured);
        long median = measured[measured.length / 2];
        System.out.printf(
            "%8d B %9.2f us median %9.2f us p99 %8.0f MB/s%n",
            size, median / 1e3, measured[measured.length * 99 / 100] / 1e3, size * 1e3 / median);
      }
      hosts.requireSuccess();
      // The answer to an empty message is the last.
      send(ping, pings, 1, ++sequence, 0, buffer);
      other.join();
    } finally {
      try (Stream<Path> files = Files.walk(directory)) {
        for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  private static MappedEventLog determinants(TwoHosts hosts, int rank) {
    JobLayout layout = hosts.layout(rank + 1);
    ControlBlock control = ControlBlock.open(layout.control());
    MappedEventLog log = new MappedEventLog(layout.determinants(rank), 1, control::takeStamp);
    log.history(1, record -> {});
    return log;
  }

  private static void answer(ChronicleInterconnect at, MappedEventLog determinants) {
    ByteBuffer buffer = ByteBuffer.allocateDirect(SIZES[SIZES.length - 1]);
    int size;
    do {
      Arrival.Message message = receive(at, buffer);
      size = message.envelope().fixedLength();
      send(at, determinants, 0, message.sequence(), size, buffer);
    } while (size > 0);
  }

  /** With what a wildcard receive records before it. */
  private static void send(
      ChronicleInterconnect from,
      MappedEventLog determinants,
      int to,
      long sequence,
      int size,
      ByteBuffer buffer) {
    determinants.append(DETERMINANT);
    from.send(to, sequence, new Envelope(0, 0, false, 0, 0, size, 0, 0), buffer, null);
  }

  private static Arrival.Message receive(ChronicleInterconnect at, ByteBuffer buffer) {
    while (true) {
      if (at.next() instanceof Arrival.Message message) {
        at.copy(message, buffer, null);
        return message;
      }
      at.awaitArrivals();
    }
  }
}
