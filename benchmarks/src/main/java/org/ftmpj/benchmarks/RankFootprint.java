package org.ftmpj.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ftmpj.common.config.Options;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * What the process of a rank takes of a host.
 *
 * @param memory bytes, of what it shares with others its part (PSS)
 * @param processor seconds since its start
 */
record RankFootprint(long memory, int descriptors, double processor) {
  private static final long KIB = 1024;

  /**
   * The virtual machines below a launcher that run a class.
   *
   * @param main the name of the class
   */
  static List<ProcessHandle> ranks(long launcher, String main) {
    return ProcessHandle.of(launcher).stream()
        .flatMap(ProcessHandle::descendants)
        .filter(process -> runs(process, main))
        .toList();
  }

  /** Not the shell that becomes one, nor a daemon that has it as a part of an argument. */
  private static boolean runs(ProcessHandle process, String main) {
    try {
      List<String> words = List.of(read(process, "cmdline").split("\0"));
      return words.get(0).endsWith("java") && words.contains(main);
    } catch (IOException hasEnded) {
      return false;
    }
  }

  static RankFootprint of(ProcessHandle rank) throws IOException {
    long pss =
        read(rank, "smaps_rollup")
            .lines()
            .filter(line -> line.startsWith("Pss:"))
            .mapToLong(line -> Long.parseLong(line.split("\\s+")[1]))
            .findFirst()
            .orElseThrow(
                () ->
                    new FtmpjException(
                        ErrorCode.NOT_MEASURED, "this kernel does not tell the memory of a rank"));
    int descriptors;
    try (Stream<Path> all = Files.list(file(rank, "fd"))) {
      descriptors = (int) all.count();
    }
    Duration processor = rank.info().totalCpuDuration().orElse(Duration.ZERO);
    return new RankFootprint(pss * KIB, descriptors, processor.toNanos() / 1e9);
  }

  /** The directory of the job of a rank; none of stock MPJ Express. */
  static Optional<Path> jobDirectory(ProcessHandle rank) throws IOException {
    String variable = Options.JOB_DIR.environment() + "=";
    return Stream.of(read(rank, "environ").split("\0"))
        .filter(set -> set.startsWith(variable))
        .map(set -> Path.of(set.substring(variable.length())))
        .findFirst();
  }

  private static String read(ProcessHandle process, String name) throws IOException {
    return new String(Files.readAllBytes(file(process, name)), UTF_8);
  }

  private static Path file(ProcessHandle process, String name) {
    return Path.of("/proc", Long.toString(process.pid()), name);
  }
}
