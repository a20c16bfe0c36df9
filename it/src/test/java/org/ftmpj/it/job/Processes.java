package org.ftmpj.it.job;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The processes of one job, found by a mark in their environment. */
final class Processes {
  private static final String LOGGER = "org.ftmpj.agent.entry.EventLoggerEntry";

  static final String MARK = "FTMPJ_IT_JOB";

  private final String mark;
  private final String main;

  /**
   * @param mark value of the environment variable that all processes of the job inherit
   * @param main the program's main class
   */
  Processes(String mark, String main) {
    this.mark = MARK + "=" + mark;
    this.main = main;
  }

  /** Every live process of the job. */
  List<ProcessHandle> all() {
    return ProcessHandle.allProcesses().filter(this::isOurs).toList();
  }

  /** Those of them with that in their environment, {@code NAME=VALUE}. */
  Stream<ProcessHandle> withEnvironment(String entry) {
    return all().stream().filter(process -> read(process, "environ").anyMatch(entry::equals));
  }

  /** The process that is that rank at the moment. */
  Optional<ProcessHandle> rank(int rank) {
    return all().stream().filter(process -> isRank(process, rank)).findFirst();
  }

  /** The event logger's process. */
  Optional<ProcessHandle> logger() {
    return all().stream()
        .filter(process -> arguments(process).anyMatch(LOGGER::equals))
        .findFirst();
  }

  /** The process that has come after the launcher. */
  Optional<ProcessHandle> coordinator() {
    return all().stream()
        .filter(process -> arguments(process).anyMatch("coordinate"::equals))
        .findFirst();
  }

  /** The process of the daemon of a host. */
  Optional<ProcessHandle> daemon(int host) {
    return all().stream()
        .filter(
            process -> {
              List<String> arguments = arguments(process).toList();
              int at = arguments.indexOf("--number");
              return arguments.contains("-jar")
                  && arguments.contains("hostd")
                  && arguments.get(at + 1).equals(Integer.toString(host));
            })
        .findFirst();
  }

  private boolean isRank(ProcessHandle process, int rank) {
    List<String> arguments = arguments(process).toList();
    int at = arguments.indexOf(main);
    return at > 0
        && at + 2 < arguments.size()
        && arguments.get(at + 1).equals(Integer.toString(rank))
        && arguments.get(at + 2).startsWith("#");
  }

  private boolean isOurs(ProcessHandle process) {
    return process.isAlive() && read(process, "environ").anyMatch(mark::equals);
  }

  private static Stream<String> arguments(ProcessHandle process) {
    return read(process, "cmdline");
  }

  /** A file of /proc; empty if the process has gone or is not ours to look at. */
  private static Stream<String> read(ProcessHandle process, String file) {
    try {
      byte[] bytes = Files.readAllBytes(Path.of("/proc", Long.toString(process.pid()), file));
      return Arrays.stream(new String(bytes, StandardCharsets.UTF_8).split("\0"));
    } catch (IOException e) {
      return Stream.empty();
    }
  }
}
