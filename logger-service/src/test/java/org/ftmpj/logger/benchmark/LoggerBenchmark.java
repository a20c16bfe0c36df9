package org.ftmpj.logger.benchmark;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.ftmpj.common.job.OnlyUser;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.logger.client.RemoteEventLog;
import org.ftmpj.logger.local.MappedEventLog;
import org.ftmpj.logger.testing.LoggerProcess;
import org.ftmpj.logger.wire.Incarnation;
import org.ftmpj.protocol.event.EventLog;

/**
 * What the gate costs: one determinant of 12 bytes appended and waited for, with the logger in
 * another process; and determinants per second when a gate covers a hundred. Prints a table.
 */
public final class LoggerBenchmark {
  private static final int WARM_UP = 20_000;
  private static final int GATES = 30_000;

  private LoggerBenchmark() {}

  public static void main(String[] args) throws Exception {
    Path directory = Files.createTempDirectory("ftmpj-logger-benchmark");
    OnlyUser.write(directory.resolve("secret"), "8f14e45fceea167a5a36dedd4bea2543".getBytes());
    Secret secret = Secret.read(directory.resolve("secret"));
    System.out.println("level    clients  per gate   median us   99% us   determinants/s");
    try (LoggerProcess logger = LoggerProcess.start(directory, 0)) {
      int job = 0;
      for (int clients : new int[] {1, 4, 16, 64}) {
        for (int perGate : new int[] {1, 100}) {
          List<EventLog> logs = new ArrayList<>();
          job++;
          for (int rank = 0; rank < clients; rank++) {
            logs.add(
                new RemoteEventLog(
                    new RemoteEventLog.Settings(
                        "127.0.0.1",
                        logger.port(),
                        secret,
                        new Incarnation("job" + job, rank, 1))));
          }
          measure("host", logs, perGate);
        }
      }
    }
    measure("process", List.of(new MappedEventLog(directory.resolve("mapped"), 1)), 1);
    delete(directory);
  }

  private static void measure(String level, List<EventLog> logs, int perGate) throws Exception {
    int gates = GATES / Math.max(1, logs.size() / 4);
    ExecutorService pool = Executors.newFixedThreadPool(logs.size());
    List<Future<?>> running = new ArrayList<>();
    List<long[]> times = new ArrayList<>();
    for (EventLog log : logs) {
      log.history(1, record -> {});
      running.add(pool.submit(() -> gates(log, new long[WARM_UP / logs.size()], perGate)));
    }
    for (Future<?> one : running) {
      one.get();
    }
    long start = System.nanoTime();
    running.clear();
    for (EventLog log : logs) {
      long[] own = new long[gates];
      times.add(own);
      running.add(pool.submit(() -> gates(log, own, perGate)));
    }
    for (Future<?> one : running) {
      one.get();
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    pool.shutdown();
    logs.forEach(EventLog::close);
    long[] all = times.stream().flatMapToLong(Arrays::stream).sorted().toArray();
    System.out.printf(
        "%-8s %7d %9d %11.1f %8.1f %16.0f%n",
        level,
        logs.size(),
        perGate,
        all[all.length / 2] / 1e3,
        all[all.length * 99 / 100] / 1e3,
        (double) all.length * perGate / seconds);
  }

  private static void gates(EventLog log, long[] timesNs, int perGate) {
    ByteBuffer record = ByteBuffer.allocate(12);
    for (int i = 0; i < timesNs.length; i++) {
      long start = System.nanoTime();
      long last = 0;
      for (int n = 0; n < perGate; n++) {
        last = log.append(record);
      }
      log.awaitStable(last);
      timesNs[i] = System.nanoTime() - start;
    }
  }

  private static void delete(Path directory) throws IOException {
    try (var files = Files.walk(directory)) {
      for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
