package org.ftmpj.agent.mpjrun;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.IntStream;
import org.ftmpj.common.config.Configuration;
import org.ftmpj.common.config.Durability;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.common.config.Options;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.logger.client.EndedJob;
import org.ftmpj.supervisor.console.Console;
import org.ftmpj.supervisor.ending.EndNotice;
import org.ftmpj.supervisor.ending.JobEnd;
import org.ftmpj.supervisor.ending.StopSignal;
import org.ftmpj.supervisor.ending.Verdict;
import org.ftmpj.supervisor.job.CrashReports;
import org.ftmpj.supervisor.job.EventLogger;
import org.ftmpj.supervisor.job.JobRun;
import org.ftmpj.supervisor.job.LoggerAddress;
import org.ftmpj.supervisor.job.LoggerJvm;
import org.ftmpj.supervisor.job.RankEnvironment;
import org.ftmpj.supervisor.job.UserDirectory;
import org.ftmpj.supervisor.rank.HangPolicy;
import org.ftmpj.supervisor.record.JobRecord;
import org.ftmpj.supervisor.record.ProcessIdentity;
import org.ftmpj.supervisor.record.SupervisorEnd;
import org.ftmpj.transport.JdkAccess;

/**
 * Supervises one rank of a job whose ranks each have a supervisor like this. That of rank 0 makes
 * the job directory, runs the event logger, ends last and removes the directory.
 */
final class Supervision {
  /** Stands where other jobs name their program. */
  private static final String STARTED_BY = "mpjrun";

  private static final Duration START = Duration.ofSeconds(60);

  /** Enough for the others to stop their ranks. */
  private static final Duration STOP = Duration.ofSeconds(10);

  private static final Duration LOOK = Duration.ofMillis(100);

  /** What is exited with after SIGTERM, by which the daemon ends a rank whose starter has gone. */
  private static final int TERMINATED = 143;

  private final WrapperArguments wrapper;
  private final OwnCommand own;
  private final Configuration configuration;
  private final PeerSupervisors supervisors;
  private final Console console = Console.standard(false);
  private final Verdict verdict;

  Supervision(
      WrapperArguments wrapper,
      OwnCommand own,
      Configuration configuration,
      PeerSupervisors supervisors) {
    this.wrapper = wrapper;
    this.own = own;
    this.configuration = configuration;
    this.supervisors = supervisors;
    // That of rank 0 also waits for all others.
    this.verdict = new Verdict(isFirst() ? 2 : 1);
  }

  private boolean isFirst() {
    return wrapper.rank() == 0;
  }

  /**
   * Runs the rank to its end.
   *
   * @return exit code
   */
  int run(Path directory) throws InterruptedException {
    StopSignal signal = new StopSignal(verdict);
    stopWithTheDaemon();
    try {
      return run(place(directory));
    } finally {
      signal.release();
    }
  }

  /** The process that has started this one is gone, and with it the reader of the rank's output. */
  private static void stopWithTheDaemon() {
    ProcessHandle.current()
        .parent()
        .ifPresent(daemon -> daemon.onExit().thenRun(() -> System.exit(TERMINATED)));
  }

  private JobPlace place(Path directory) throws InterruptedException {
    return isFirst()
        ? JobPlace.make(record(), directory, configuration.find(Options.SECRET_FILE))
        : JobPlace.await(directory, START, () -> supervisors.trouble(0));
  }

  private JobRecord record() {
    return new JobRecord(
        ProcessIdentity.current(),
        Instant.now(),
        wrapper.size(),
        configuration.get(Options.DURABILITY),
        STARTED_BY);
  }

  private int run(JobPlace place) throws InterruptedException {
    JobLayout layout = place.layout();
    EventLogger logger =
        new EventLogger(
            layout,
            configuration.get(Options.DURABILITY),
            configuration.get(Options.LOG_RESERVE),
            configuration.find(Options.LOGGER),
            new LoggerJvm(
                RankUnderMpjrun::java, RankUnderMpjrun.agentJar(), JdkAccess.options().toList()),
            console,
            verdict);
    JobRun run = new JobRun(layout, console, verdict);
    watch(layout);
    JobEnd ending = run.run(HangPolicy.of(configuration), () -> start(place, logger, run));
    int code = write(ending, layout);
    if (isFirst()) {
      end(ending, logger, layout, run);
    }
    console.close();
    return code;
  }

  private void start(JobPlace place, EventLogger logger, JobRun run) throws InterruptedException {
    JobLayout layout = place.layout();
    Optional<HostPort> address = isFirst() ? logger.start() : loggerOf(layout);
    RankEnvironment environment = new RankEnvironment(layout, wrapper.size(), address);
    run.start(IntStream.of(wrapper.rank()), new RankUnderMpjrun(own, environment, place.control()));
  }

  private Optional<HostPort> loggerOf(JobLayout layout) throws InterruptedException {
    Optional<HostPort> given = configuration.find(Options.LOGGER);
    boolean needed = configuration.get(Options.DURABILITY) == Durability.HOST;
    return given.isPresent() || !needed ? given : LoggerAddress.await(layout, START, verdict);
  }

  private void watch(JobLayout layout) {
    Thread thread = new Thread(() -> lookAtPeers(layout), "supervisors of the other ranks");
    thread.setDaemon(true);
    thread.start();
  }

  private void lookAtPeers(JobLayout layout) {
    try {
      while (!supervisors.look(layout, verdict)) {
        Thread.sleep(LOOK.toMillis());
      }
      if (isFirst()) {
        verdict.ended(0);
      }
    } catch (InterruptedException | RuntimeException e) {
      verdict.failed(e);
    }
  }

  private int write(JobEnd ending, JobLayout layout) {
    if (ending instanceof JobEnd.Failed failed) {
      console.notice(failed.reason().getMessage());
    }
    EndNotice.of(ending, 0).ifPresent(console::notice);
    int code = code(ending);
    new SupervisorEnd(code, ending instanceof JobEnd.Failed)
        .write(layout.supervisorEnd(wrapper.rank()));
    return code;
  }

  private static int code(JobEnd ending) {
    if (ending instanceof JobEnd.Over over) {
      return over.code();
    }
    return ending instanceof JobEnd.Failed ? PeerSupervisors.ERROR : TERMINATED;
  }

  /** Ends the whole job. */
  private void end(JobEnd ending, EventLogger logger, JobLayout layout, JobRun run)
      throws InterruptedException {
    boolean allHaveEnded = supervisors.await(STOP);
    logger.stop();
    if (!allHaveEnded
        || ending instanceof JobEnd.Failed
        || supervisors.haveFailed()
        || CrashReports.areIn(layout)) {
      run.keep(ending);
    } else {
      run.remove(EndedJob::forget);
      UserDirectory.ofThisUser().removeIfEmpty();
    }
  }
}
