package org.ftmpj.launcher.job;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.ftmpj.common.config.Options;
import org.ftmpj.launcher.install.Installation;
import org.ftmpj.launcher.program.JavaCommand;
import org.ftmpj.launcher.program.RunRequest;
import org.ftmpj.supervisor.job.JvmMessages;
import org.ftmpj.supervisor.job.RankEnvironment;

/**
 * How a rank is started: as MPJ Express's starter would, with the agent. The same for every
 * incarnation but for its number (protocol rule SAME_START).
 */
record RankCommand(
    RunRequest request,
    JobOptions options,
    Installation installation,
    RankEnvironment environment) {

  ProcessBuilder of(int rank, int incarnation) {
    List<String> arguments =
        new ArrayList<>(JvmMessages.options(environment.layout().crash(rank, incarnation)));
    arguments.addAll(installation.classArchive().options());
    arguments.addAll(request.jvmArguments());
    arguments.add("-javaagent:" + installation.agentJar());
    arguments.add("-cp");
    arguments.add(request.program().classPathWith(installation.mpjJar()));
    arguments.add(request.program().mainClass());
    arguments.addAll(request.mpjArguments(rank, RunRequest.NO_STARTER));
    arguments.addAll(request.program().arguments());
    ProcessBuilder command = JavaCommand.of(arguments);
    Map<String, String> all = command.environment();
    all.put(Installation.MPJ_HOME, installation.mpjHome().toString());
    environment.addTo(all, rank, incarnation);
    String durability = options.durability().name().toLowerCase(Locale.ROOT);
    RankEnvironment.set(all, Options.DURABILITY, durability);
    options
        .config()
        .map(Path::toAbsolutePath)
        .ifPresent(file -> RankEnvironment.set(all, Options.CONFIG, file));
    return command;
  }
}
