package org.ftmpj.it.soak;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** A process that lives during the whole soak, and the directory it keeps, if it keeps one. */
final class LongLived {
  private final String name;
  private final ProcessHandle process;
  private final Optional<Path> directory;
  private final Set<Gauge> growing;
  private final JavaHeap heap;

  private LongLived(
      String name, ProcessHandle process, Optional<Path> directory, Set<Gauge> growing)
      throws IOException {
    this.name = name;
    this.process = process;
    this.directory = directory;
    this.growing = growing;
    this.heap = JavaHeap.of(process.pid());
  }

  static LongLived of(String name, ProcessHandle process) throws IOException {
    return new LongLived(name, process, Optional.empty(), EnumSet.noneOf(Gauge.class));
  }

  static LongLived keeping(Path directory, String name, ProcessHandle process) throws IOException {
    return new LongLived(name, process, Optional.of(directory), EnumSet.noneOf(Gauge.class));
  }

  /** Keeps a directory that grows by design, until it is removed at the end. */
  static LongLived filling(Path directory, String name, ProcessHandle process) throws IOException {
    return new LongLived(
        name, process, Optional.of(directory), EnumSet.of(Gauge.DISK, Gauge.FILES));
  }

  String name() {
    return name;
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Whether that is meant to grow. */
  boolean grows(Gauge gauge) {
    return growing.contains(gauge);
  }

  /**
   * Measures everything now.
   *
   * @throws IOException if it has ended
   */
  Map<Gauge, Long> measure() throws IOException {
    Map<Gauge, Long> values = new EnumMap<>(Gauge.class);
    values.put(Gauge.HEAP, heap.usedAfterCollection());
    Path proc = Path.of("/proc", Long.toString(process.pid()));
    String status = Files.readString(proc.resolve("status"));
    values.put(Gauge.RESIDENT, number(status, "VmRSS:"));
    values.put(Gauge.ANONYMOUS, number(status, "RssAnon:"));
    values.put(Gauge.THREADS, number(status, "Threads:"));
    values.put(Gauge.REGIONS, lines(proc.resolve("maps")));
    countDescriptors(proc.resolve("fd"), values);
    if (directory.isPresent()) {
      measure(directory.get(), values);
    }
    return values;
  }

  private static long number(String status, String name) throws IOException {
    return status
        .lines()
        .filter(line -> line.startsWith(name))
        .map(line -> line.substring(name.length()).strip().split(" ")[0])
        .mapToLong(Long::parseLong)
        .findFirst()
        .orElseThrow(() -> new IOException("No " + name + " in " + status));
  }

  private static long lines(Path file) throws IOException {
    try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
      return lines.count();
    }
  }

  private static void countDescriptors(Path directory, Map<Gauge, Long> values) throws IOException {
    long all = 0;
    long sockets = 0;
    try (Stream<Path> list = Files.list(directory)) {
      for (Path descriptor : list.toList()) {
        try {
          all++;
          sockets += Files.readSymbolicLink(descriptor).toString().startsWith("socket:") ? 1 : 0;
        } catch (NoSuchFileException closedMeanwhile) {
          all--;
        }
      }
    }
    values.put(Gauge.DESCRIPTORS, all);
    values.put(Gauge.SOCKETS, sockets);
  }

  /** As `du` counts: logs are files with holes. Files come and go meanwhile. */
  private static void measure(Path directory, Map<Gauge, Long> values) throws IOException {
    long[] sum = {0, 0};
    Process du =
        new ProcessBuilder("du", "-ak", directory.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (Stream<String> lines = du.inputReader().lines()) {
      lines.forEach(
          line -> {
            sum[0] = Long.parseLong(line.substring(0, line.indexOf('\t')));
            sum[1]++;
          });
    }
    values.put(Gauge.DISK, sum[0]);
    values.put(Gauge.FILES, sum[1]);
  }
}
