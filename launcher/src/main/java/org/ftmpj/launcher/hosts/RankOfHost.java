package org.ftmpj.launcher.hosts;

import java.io.File;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.ftmpj.common.config.Durability;
import org.ftmpj.common.config.LogQuota;
import org.ftmpj.common.config.Options;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.hostd.job.JobOrder;
import org.ftmpj.launcher.install.Installation;
import org.ftmpj.launcher.job.LogMaxWord;
import org.ftmpj.launcher.job.NextStart;
import org.ftmpj.launcher.job.RankCommand;
import org.ftmpj.launcher.program.JavaProgram;
import org.ftmpj.launcher.program.RunRequest;
import org.ftmpj.replay.run.ClassDigests;
import org.ftmpj.supervisor.job.RankEnvironment;
import org.ftmpj.supervisor.record.StartRecord;

/**
 * How a rank is started on a host as it is ordered: by the Java and FTMPJ and MPJ Express of that
 * host, in its environment, but with the launcher's options of FTMPJ.
 */
final class RankOfHost {
  private static final String OF_FTMPJ = "FT_";

  /** The options of one rank, or of this host. */
  private static final Set<String> NOT_SHARED =
      Set.of(
          Options.JOB_DIR.environment(),
          Options.RANK.environment(),
          Options.SIZE.environment(),
          Options.INCARNATION.environment(),
          Options.SUPERVISED.environment(),
          Options.EDGE.environment(),
          Options.VERIFY.environment(),
          Options.LOGGER.environment(),
          Options.LOGGERS.environment(),
          Options.SECRET_FILE.environment());

  private RankOfHost() {}

  /** The options of FTMPJ in an environment that every rank is to have, {@code NAME=VALUE}. */
  static List<String> options(Map<String, String> environment) {
    return new TreeMap<>(environment)
        .entrySet().stream()
            .filter(entry -> entry.getKey().startsWith(OF_FTMPJ))
            .filter(entry -> !NOT_SHARED.contains(entry.getKey()))
            .map(entry -> entry.getKey() + "=" + entry.getValue())
            .toList();
  }

  /**
   * The command of that incarnation. Levels {@code host} and {@code quorum} are kept at the edge of
   * the host: its ranks are at {@code process}, and their determinants have stamps. Of a job that
   * is resumed it is that of the first incarnation that was here, but for the quota of its logs.
   *
   * @param quota that the job has now
   */
  static ProcessBuilder command(
      Installation installation,
      JobOrder order,
      LogQuota quota,
      RankEnvironment place,
      int rank,
      int incarnation) {
    ProcessBuilder command = command(installation, order, place, rank, incarnation);
    return quota.isSet() ? command.command(LogMaxWord.in(command.command(), quota.mib())) : command;
  }

  private static ProcessBuilder command(
      Installation installation, JobOrder order, RankEnvironment place, int rank, int incarnation) {
    Optional<StartRecord> before =
        order.turn().isResumed() ? StartRecord.read(place.layout().start(rank)) : Optional.empty();
    if (before.isPresent()) {
      before.get().requireThere();
      return NextStart.of(before.get(), place, rank, incarnation);
    }
    JobOrder.Program program = order.program();
    RunRequest request =
        new RunRequest(
            order.size(),
            new JavaProgram(program.classPath(), program.mainClass(), program.arguments()),
            program.jvmArguments());
    RankCommand ranks =
        new RankCommand(
            request, Durability.PROCESS, order.settings().config(), installation, place);
    Durability durability = order.settings().durability();
    ProcessBuilder command =
        ranks.of(
            rank,
            incarnation,
            environment -> {
              share(environment, program);
              RankEnvironment.set(environment, Options.EDGE, durability);
            });
    return command.directory(program.directory().toFile());
  }

  /** Adds the digests of the program's classes to the directory of a job that is recorded. */
  static void record(Installation installation, JobOrder order, JobLayout layout) {
    JobOrder.Program program = order.program();
    String classPath = program.classPath() + File.pathSeparator + installation.mpjJar();
    ClassDigests.of(classPath, program.directory()).write(layout.classes());
  }

  private static void share(Map<String, String> environment, JobOrder.Program program) {
    environment.keySet().removeIf(name -> name.startsWith(OF_FTMPJ));
    for (String option : program.options()) {
      int equals = option.indexOf('=');
      environment.put(option.substring(0, equals), option.substring(equals + 1));
    }
  }
}
