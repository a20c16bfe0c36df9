package org.ftmpj.agent.stock;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.common.config.Option;
import org.ftmpj.common.config.Options;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.supervisor.job.ClassArchive;
import org.ftmpj.supervisor.job.JvmMessages;

/**
 * How a rank is started under its supervisor: just as the supervisor was, with the job's options in
 * its environment besides. The same for every incarnation but for its number (protocol rule
 * SAME_START).
 */
record RankCommand(
    OwnCommand own, JobLayout layout, int rank, int size, Optional<HostPort> logger) {

  ProcessBuilder of(int incarnation) {
    List<String> words = new ArrayList<>();
    words.add(java());
    words.addAll(JvmMessages.options(layout.crash(rank, incarnation)));
    words.addAll(new ClassArchive(LoggerProcess.agentJar()).options());
    words.addAll(own.words());
    ProcessBuilder command = new ProcessBuilder(words);
    Map<String, String> environment = command.environment();
    set(environment, Options.JOB_DIR, layout.directory());
    set(environment, Options.RANK, rank);
    set(environment, Options.SIZE, size);
    set(environment, Options.INCARNATION, incarnation);
    set(environment, Options.SUPERVISED, true);
    logger.ifPresent(address -> set(environment, Options.LOGGER, address));
    return command;
  }

  /** The java command of this JVM. */
  static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  private static void set(Map<String, String> environment, Option<?> option, Object value) {
    environment.put(option.environment(), value.toString());
  }
}
