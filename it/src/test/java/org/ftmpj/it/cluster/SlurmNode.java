package org.ftmpj.it.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What runs on a node of a Slurm cluster. */
final class SlurmNode {
  private static final String NAME = "SLURMD_NODENAME=";

  private SlurmNode() {}

  /**
   * The name of the node on which that process runs, if it was started by Slurm.
   *
   * @param configuration of the cluster
   */
  static Optional<String> of(ProcessHandle process, Path configuration) {
    String environment = "\0" + read(process, "environ");
    return environment.contains("\0SLURM_CONF=" + configuration + "\0")
        ? Stream.of(environment.split("\0"))
            .filter(entry -> entry.startsWith(NAME))
            .map(entry -> entry.substring(NAME.length()))
            .findFirst()
        : Optional.empty();
  }

  /** The processes of programs on it. */
  static List<ProcessHandle> processes(String node, Path configuration) {
    return ProcessHandle.allProcesses()
        .filter(process -> of(process, configuration).filter(node::equals).isPresent())
        .toList();
  }

  /** Whether it is Slurm's process above those of a program. */
  static boolean isStep(ProcessHandle process) {
    return read(process, "cmdline").startsWith("slurmstepd");
  }

  /** A file of /proc; empty if the process has gone or is not ours to look at. */
  private static String read(ProcessHandle process, String file) {
    try {
      return Files.readString(Path.of("/proc", Long.toString(process.pid()), file), UTF_8);
    } catch (IOException e) {
      return "";
    }
  }
}
