package org.ftmpj.launcher;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ftmpj.common.config.Option;
import org.ftmpj.common.config.Options;

/** The arguments for a job's event loggers. */
final class LoggerArguments {
  private static final int MOST = 9;

  @picocli.CommandLine.Option(
      names = "--logger",
      paramLabel = "HOST:PORT[,HOST:PORT,HOST:PORT[;...]]",
      description = {
        "At level host: use a running event logger instead of starting one for the job.",
        "Several, an odd number: a minority of them may be lost, too (level quorum).",
        "Several ensembles, in quotes because of the semicolons"
            + " ('a:1,b:1,c:1;d:1,e:1,f:1'): each stores its part of the determinants, and may"
            + " lose its minority."
      })
  private String named;

  @picocli.CommandLine.Option(
      names = "--loggers",
      paramLabel = "N",
      defaultValue = "0",
      description = {
        "Level quorum with N event loggers of the job's own, an odd number: if a minority"
            + " of them die, which are restarted, or stand still, nothing is delayed. They run on"
            + " the first N hosts, so that a minority of these may be lost; on this host if there"
            + " are fewer."
      })
  private int own;

  @picocli.CommandLine.Option(
      names = "--secret-file",
      paramLabel = "FILE",
      description =
          "The secret shared with the event logger that you name, and with hosts that you"
              + " start.")
  private Path secretFile;

  /** The addresses of running ones; null if none are given. */
  String named() {
    return named;
  }

  /** The number of event loggers that the job starts itself at level quorum. */
  int own() {
    return own;
  }

  Optional<Path> secretFile() {
    return Optional.ofNullable(secretFile);
  }

  /**
   * The errors in the arguments.
   *
   * @param durability the given level; null if none is given
   * @param jvmArguments of the ranks
   * @param onHosts whether the job runs on several hosts
   */
  List<String> problems(String durability, List<String> jvmArguments, boolean onHosts) {
    List<String> problems = new ArrayList<>();
    if (own != 0 && (own < 3 || own > MOST || own % 2 == 0)) {
      problems.add("--loggers must be odd and 3 to " + MOST);
    }
    if (own != 0 && named != null) {
      problems.add("--loggers starts event loggers, --logger names some: they exclude each other");
    }
    if (own != 0 && durability != null && !durability.equalsIgnoreCase("quorum")) {
      problems.add("--loggers needs --durability quorum, or none");
    }
    if (own != 0 && jvmArguments.stream().anyMatch(a -> a.startsWith("-Dft.durability="))) {
      problems.add("--loggers is level quorum: leave out ft.durability");
    }
    if (named != null && secretFile == null) {
      problems.add("--logger needs --secret-file: the secret of the event loggers");
    }
    if (secretFile != null && named == null && !onHosts) {
      problems.add("--secret-file is of use with --logger or --hosts only");
    }
    return problems;
  }

  /** The names of the given options that choose event loggers. */
  List<String> given() {
    List<String> given = new ArrayList<>();
    if (named != null) {
      given.add("--logger");
    }
    if (own != 0) {
      given.add("--loggers");
    }
    return given;
  }

  /** The option of docs/options.md that they set, as text. */
  Map<Option<?>, String> options() {
    Map<Option<?>, String> set = new LinkedHashMap<>();
    if (named != null) {
      boolean areSeveral = named.contains(",") || named.contains(";");
      set.put(areSeveral ? Options.LOGGERS : Options.LOGGER, named);
    }
    return set;
  }
}
