package org.ftmpj.supervisor.rank;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.ftmpj.common.config.Options;

/**
 * The processes that a dead incarnation left running: they have inherited its job, rank and number
 * in their environment. The next incarnation starts such processes again. A process that has
 * cleared its environment is not found.
 */
final class Orphans {
  private static final Path PROCESSES = Path.of("/proc");

  private static final int MOST_ROUNDS = 1000;
  private static final long ROUND_NS = 1_000_000;

  private final Set<String> marks;

  Orphans(Path jobDirectory, int rank, int incarnation) {
    this.marks =
        Set.of(
            Options.JOB_DIR.environment() + "=" + jobDirectory,
            Options.RANK.environment() + "=" + rank,
            Options.INCARNATION.environment() + "=" + incarnation);
  }

  /**
   * Kills the processes.
   *
   * @return the killed processes, in words; empty where the system does not show the environment of
   *     processes
   */
  List<String> kill() {
    Map<Long, String> killed = new LinkedHashMap<>();
    if (Files.isDirectory(PROCESSES)) {
      // One of them may just be starting another.
      List<ProcessHandle> found = find();
      for (int round = 1; !found.isEmpty() && round <= MOST_ROUNDS; round++) {
        for (ProcessHandle orphan : found) {
          killed.putIfAbsent(orphan.pid(), describe(orphan));
          orphan.destroyForcibly();
        }
        LockSupport.parkNanos(ROUND_NS);
        found = find();
      }
    }
    return List.copyOf(killed.values());
  }

  private List<ProcessHandle> find() {
    List<ProcessHandle> found = new ArrayList<>();
    try (DirectoryStream<Path> processes =
        Files.newDirectoryStream(
            PROCESSES, path -> path.getFileName().toString().matches("\\d+"))) {
      for (Path process : processes) {
        // The handle first: if the number is given to another process meanwhile, it is not that.
        Optional<ProcessHandle> handle =
            ProcessHandle.of(Long.parseLong(process.getFileName().toString()));
        if (handle.isPresent() && isOurs(process) && handle.get().isAlive()) {
          found.add(handle.get());
        }
      }
    } catch (IOException e) {
      return List.of();
    }
    return found;
  }

  /**
   * Whether a process has inherited the environment; false if it belongs to another user or has
   * ended, as its environment is not visible.
   */
  private boolean isOurs(Path process) {
    try {
      byte[] environment = Files.readAllBytes(process.resolve("environ"));
      String text = new String(environment, StandardCharsets.UTF_8);
      return new HashSet<>(List.of(text.split("\0"))).containsAll(marks);
    } catch (IOException e) {
      return false;
    }
  }

  private static String describe(ProcessHandle process) {
    return process.pid() + process.info().command().map(command -> " " + command).orElse("");
  }
}
