package org.ftmpj.launcher.hosts;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;

/** Slurm's commands on this host. */
final class SlurmCommands {
  static final String SRUN = "srun";
  private static final String SCONTROL = "scontrol";

  private SlurmCommands() {}

  /**
   * Looks for srun.
   *
   * @throws org.ftmpj.common.error.FtmpjException NO_ALLOCATION if it is not in the PATH
   */
  static void requireSrun(Map<String, String> environment) {
    boolean there =
        Arrays.stream(environment.getOrDefault("PATH", "").split(File.pathSeparator))
            .anyMatch(directory -> Files.isExecutable(Path.of(directory, SRUN)));
    if (!there) {
      throw SlurmAllocation.bad("there is no " + SRUN + " in the PATH");
    }
  }

  /**
   * The expansion of a list such as {@code a[1-3],b}: one node on each line.
   *
   * @throws org.ftmpj.common.error.FtmpjException NO_ALLOCATION if scontrol cannot say
   */
  static String nodes(String list) {
    try {
      Process process =
          new ProcessBuilder(SCONTROL, "show", "hostnames", list).redirectErrorStream(true).start();
      process.getOutputStream().close();
      String output = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
      if (process.waitFor() != 0) {
        throw SlurmAllocation.bad(SCONTROL + " does not know the nodes " + list + ": " + output);
      }
      return output;
    } catch (IOException e) {
      throw SlurmAllocation.bad("cannot run " + SCONTROL + ": " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw SlurmAllocation.bad("interrupted in " + SCONTROL);
    }
  }
}
