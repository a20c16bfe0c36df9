package org.ftmpj.launcher.job;

import java.nio.file.Path;
import java.util.List;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.supervisor.job.JvmMessages;
import org.ftmpj.supervisor.job.RankEnvironment;
import org.ftmpj.supervisor.record.StartRecord;

/** The start of a rank's next incarnation when the job is resumed, equal to the first one's. */
public final class NextStart {
  private NextStart() {}

  /**
   * The command of that incarnation.
   *
   * @param start of the first one
   */
  public static ProcessBuilder of(
      StartRecord start, RankEnvironment environment, int rank, int incarnation) {
    List<String> words =
        start.command().stream()
            .map(word -> withCrashReport(environment.layout(), word, rank, incarnation))
            .toList();
    ProcessBuilder command = start.with(words).process();
    environment.addTo(command.environment(), rank, incarnation);
    return command;
  }

  /** The only word that differs between incarnations. */
  private static String withCrashReport(JobLayout layout, String word, int rank, int incarnation) {
    Path report = layout.crash(rank, incarnation);
    String before = JvmMessages.CRASH_REPORT + report.resolveSibling(rank + ".");
    return word.startsWith(before) ? JvmMessages.CRASH_REPORT + report : word;
  }
}
