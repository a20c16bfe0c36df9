package org.ftmpj.mpjrun;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ftmpj.supervisor.job.AgentJar;
import org.ftmpj.supervisor.job.ClassArchive;
import org.ftmpj.supervisor.job.JobRanks;
import org.ftmpj.supervisor.job.JvmMessages;
import org.ftmpj.supervisor.job.RankEnvironment;
import org.ftmpj.supervisor.rank.RankEvent;
import org.ftmpj.supervisor.rank.RankOutcome;
import org.ftmpj.transport.control.ControlBlock;

/**
 * The rank under a supervisor that mpjrun has started: it is started just as its supervisor was,
 * with the job's options in its environment besides. The same for every incarnation but for its
 * number (protocol rule SAME_START).
 *
 * @param whenEnded is called when the rank has ended with 0
 */
record RankUnderMpjrun(
    OwnCommand own, RankEnvironment environment, ControlBlock control, Runnable whenEnded)
    implements JobRanks {

  @Override
  public ProcessBuilder command(int rank, int incarnation) {
    List<String> words =
        new ArrayList<>(JvmMessages.options(environment.layout().crash(rank, incarnation)));
    words.addAll(new ClassArchive(AgentJar.path()).options());
    words.addAll(own.words());
    ProcessBuilder command = java(words);
    environment.addTo(command.environment(), rank, incarnation);
    return command;
  }

  @Override
  public long progress(int rank, int incarnation) {
    return control.incarnation(rank) == incarnation ? control.progress(rank) : 0;
  }

  @Override
  public long signs(int rank) {
    return control.signs(rank);
  }

  @Override
  public void suspect(int rank, long silentMs, long suspicions) {
    control.suspect(rank, silentMs, suspicions);
  }

  @Override
  public void ringDoorbells() {
    control.ringAll();
  }

  @Override
  public void event(int rank, RankEvent event) {
    if (event instanceof RankEvent.Ended ended
        && ended.outcome() instanceof RankOutcome.Finished finished
        && finished.code() == 0) {
      whenEnded.run();
    }
  }

  /** The java command of this JVM, with arguments. */
  static ProcessBuilder java(List<String> arguments) {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(arguments);
    return new ProcessBuilder(words);
  }
}
