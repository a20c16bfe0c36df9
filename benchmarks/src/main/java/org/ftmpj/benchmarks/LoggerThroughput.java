package org.ftmpj.benchmarks;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ftmpj.common.config.Loggers;
import org.ftmpj.logger.client.JobLoggers;
import org.ftmpj.protocol.event.Determinant;
import org.ftmpj.protocol.event.DeterminantCodec;

/**
 * How many determinants an event logger takes in a second: a process of its own, as {@code ftmpj
 * logger} starts it, and clients as ranks have them, over the loopback interface. A client makes
 * determinants, as many as the variant says, waits until the logger has acknowledged them, and
 * begins again. The clients are threads of one process, on the same processors as the logger.
 */
final class LoggerThroughput implements Benchmark {
  /** What a rank has done before: so long are the numbers in its determinants. */
  private static final long CLOCK = 1_000_000;

  private static final int[] CLIENTS = {1, 2, 4, 8, 16, 32, 64};
  private static final int[] QUICK = {1, 64};

  @Override
  public String name() {
    return "logger";
  }

  @Override
  public String title() {
    return "what an event logger acknowledges";
  }

  @Override
  public String axis() {
    return "clients of the event logger";
  }

  @Override
  public List<Variant> variants() {
    return List.of(Variant.GATE_1, Variant.GATE_8, Variant.GATE_64, Variant.GATE_1024);
  }

  @Override
  public void measure(Jobs jobs, Variant variant, boolean quick, Results results)
      throws IOException, InterruptedException {
    List<ByteBuffer> records = records(determinants(variant));
    int bytes = records.stream().mapToInt(ByteBuffer::remaining).sum();
    results.add(new Row("sent by a client at a time", "records", 0, ""), variant, records.size());
    results.add(new Row("sent by a client at a time", "bytes of records", 0, ""), variant, bytes);
    Path directory = Files.createDirectories(jobs.scratch().resolve("logger"));
    try (LoggerProcess logger = LoggerProcess.start(jobs, directory)) {
      for (int clients : quick ? QUICK : CLIENTS) {
        String title = clients + (clients == 1 ? " client" : " clients");
        Row row = new Row("determinants per second", title, clients, "/s");
        double perSecond =
            LoggerClients.run(
                new JobLoggers(Loggers.of(List.of(logger.address())), logger.secret()),
                clients,
                records,
                quick);
        results.add(row, variant, perSecond * determinants(variant));
        if (clients == 1) {
          results.add(
              new Row("one client at its gate", "round trip", 0, "µs"), variant, 1e6 / perSecond);
        }
      }
    } finally {
      Trees.delete(directory);
    }
  }

  private static int determinants(Variant variant) {
    return switch (variant) {
      case GATE_1 -> 1;
      case GATE_8 -> 8;
      case GATE_64 -> 64;
      case GATE_1024 -> 1024;
      default -> throw new IllegalArgumentException(variant.title());
    };
  }

  /** Matches of a wildcard, in records as a rank makes them: not much longer than 4 KiB. */
  static List<ByteBuffer> records(int determinants) {
    List<ByteBuffer> records = new ArrayList<>();
    DeterminantCodec codec = new DeterminantCodec();
    for (int i = 0; i < determinants; i++) {
      codec.add(new Determinant.Match(CLOCK + 2L * i, i % 64, CLOCK / 64 + i / 64));
      if (codec.length() >= 4 << 10 || i == determinants - 1) {
        ByteBuffer record = codec.take();
        records.add(ByteBuffer.allocate(record.remaining()).put(record).flip());
      }
    }
    return records;
  }
}
