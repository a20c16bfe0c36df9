package org.ftmpj.launcher.job;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ftmpj.common.config.Durability;
import org.ftmpj.common.config.Options;
import org.ftmpj.launcher.install.Installation;
import org.ftmpj.launcher.program.JavaCommand;
import org.ftmpj.launcher.program.RunRequest;
import org.ftmpj.supervisor.job.JvmMessages;
import org.ftmpj.supervisor.job.RankEnvironment;

/**
 * The command that starts a rank: like MPJ Express's starter, with the agent. Only the number
 * differs between incarnations (protocol rule SAME_START).
 *
 * @param config the user's properties file
 * @param environment the rank and its job
 */
public record RankCommand(
    RunRequest request,
    Durability durability,
    Optional<Path> config,
    Installation installation,
    RankEnvironment environment) {
  private static final String WITH_ITS_MODULE = "-javaagent:";
  private static final String ALONE = "-agentlib:instrument=";

  /**
   * The option by which a virtual machine starts with fewer modules, or a file that may have it.
   */
  private static final Pattern LIMIT = Pattern.compile("(^|\\s)(--limit-modules|@)");

  /** The command of an incarnation. */
  ProcessBuilder of(int rank, int incarnation) {
    return of(rank, incarnation, inherited -> {});
  }

  /**
   * The command in another environment.
   *
   * @param change changes the one of this process
   */
  public ProcessBuilder of(int rank, int incarnation, Consumer<Map<String, String>> change) {
    List<String> arguments =
        new ArrayList<>(JvmMessages.options(environment.layout().crash(rank, incarnation)));
    arguments.addAll(installation.classArchive().options());
    arguments.addAll(request.jvmArguments());
    arguments.add(agentOption(request.jvmArguments(), System.getenv()) + installation.agentJar());
    arguments.add("-cp");
    arguments.add(request.program().classPathWith(installation.mpjJar()));
    arguments.add(request.program().mainClass());
    arguments.addAll(request.mpjArguments(rank, RunRequest.NO_STARTER));
    arguments.addAll(request.program().arguments());
    ProcessBuilder command = JavaCommand.of(arguments);
    Map<String, String> all = command.environment();
    change.accept(all);
    all.put(Installation.MPJ_HOME, installation.mpjHome().toString());
    environment.addTo(all, rank, incarnation);
    String level = durability.name().toLowerCase(Locale.ROOT);
    RankEnvironment.set(all, Options.DURABILITY, level);
    config
        .map(Path::toAbsolutePath)
        .ifPresent(file -> RankEnvironment.set(all, Options.CONFIG, file));
    return command;
  }

  /**
   * {@code -javaagent} adds a module to those that the virtual machine starts with, which therefore
   * cannot take them from its archive of classes: that takes a tenth of a second for each rank. The
   * library by itself adds none, and finds it among the default ones.
   */
  static String agentOption(List<String> jvmArguments, Map<String, String> environment) {
    boolean areLimited =
        Stream.concat(
                jvmArguments.stream(),
                JvmMessages.VARIABLES.stream().map(name -> environment.getOrDefault(name, "")))
            .anyMatch(text -> LIMIT.matcher(text).find());
    return areLimited ? WITH_ITS_MODULE : ALONE;
  }
}
