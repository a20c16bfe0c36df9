package org.ftmpj.launcher.job;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.common.config.Option;
import org.ftmpj.common.config.Options;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.launcher.install.Installation;
import org.ftmpj.launcher.program.JavaCommand;
import org.ftmpj.launcher.program.RunRequest;
import org.ftmpj.supervisor.job.JvmMessages;

/**
 * How a rank is started: as MPJ Express's starter would, with the agent. The same for every
 * incarnation but for its number (protocol rule SAME_START).
 */
record RankCommand(
    RunRequest request,
    JobOptions options,
    Installation installation,
    JobLayout layout,
    Optional<HostPort> logger) {

  ProcessBuilder of(int rank, int incarnation) {
    List<String> arguments = new ArrayList<>(JvmMessages.options(layout.crash(rank, incarnation)));
    arguments.addAll(installation.classArchive().options());
    arguments.addAll(request.jvmArguments());
    arguments.add("-javaagent:" + installation.agentJar());
    arguments.add("-cp");
    arguments.add(request.program().classPathWith(installation.mpjJar()));
    arguments.add(request.program().mainClass());
    arguments.addAll(request.mpjArguments(rank, RunRequest.NO_STARTER));
    arguments.addAll(request.program().arguments());
    ProcessBuilder command = JavaCommand.of(arguments);
    setEnvironment(command.environment(), rank, incarnation);
    return command;
  }

  private void setEnvironment(Map<String, String> environment, int rank, int incarnation) {
    environment.put(Installation.MPJ_HOME, installation.mpjHome().toString());
    set(environment, Options.JOB_DIR, layout.directory());
    set(environment, Options.RANK, rank);
    set(environment, Options.SIZE, request.size());
    set(environment, Options.INCARNATION, incarnation);
    set(environment, Options.DURABILITY, options.durability().name().toLowerCase(Locale.ROOT));
    set(environment, Options.SUPERVISED, true);
    logger.ifPresent(address -> set(environment, Options.LOGGER, address));
    options.config().map(Path::toAbsolutePath).ifPresent(f -> set(environment, Options.CONFIG, f));
  }

  private static void set(Map<String, String> environment, Option<?> option, Object value) {
    environment.put(option.environment(), value.toString());
  }
}
