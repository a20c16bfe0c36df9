package org.ftmpj.mpjrun;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.ftmpj.common.config.Configuration;
import org.ftmpj.common.config.Durability;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.common.config.Loggers;
import org.ftmpj.common.config.Options;
import org.ftmpj.common.job.JobIdentity;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.job.LoggerPlace;
import org.ftmpj.common.secret.Seal;
import org.ftmpj.hostd.job.LocalRanks;
import org.ftmpj.logger.client.EndedJob;
import org.ftmpj.logger.client.JobLoggers;
import org.ftmpj.logger.client.NewJob;
import org.ftmpj.supervisor.console.Console;
import org.ftmpj.supervisor.ending.EndNotice;
import org.ftmpj.supervisor.ending.JobEnd;
import org.ftmpj.supervisor.ending.StopSignal;
import org.ftmpj.supervisor.ending.Verdict;
import org.ftmpj.supervisor.job.AgentJar;
import org.ftmpj.supervisor.job.ClassArchive;
import org.ftmpj.supervisor.job.CrashReports;
import org.ftmpj.supervisor.job.EventLogger;
import org.ftmpj.supervisor.job.JobRun;
import org.ftmpj.supervisor.job.JvmMessages;
import org.ftmpj.supervisor.job.LoggerAddress;
import org.ftmpj.supervisor.job.LoggerJvm;
import org.ftmpj.supervisor.job.RankEnvironment;
import org.ftmpj.supervisor.job.UserDirectory;
import org.ftmpj.supervisor.rank.HangPolicy;
import org.ftmpj.supervisor.rank.RankEvent;
import org.ftmpj.supervisor.rank.RankOutcome;
import org.ftmpj.supervisor.record.AtomicFile;
import org.ftmpj.supervisor.record.HostsRecord;
import org.ftmpj.supervisor.record.JobRecord;
import org.ftmpj.supervisor.record.ProcessIdentity;
import org.ftmpj.supervisor.record.SupervisorEnd;
import org.ftmpj.transport.JdkAccess;

/**
 * Supervises one rank of a job whose ranks each have a supervisor like this. That of a host's
 * lowest rank leads the host: it makes the job directory there, meets the leaders of other hosts,
 * ends last and removes the directory. That of rank 0 also runs the event logger.
 */
final class Supervision {
  private static final Duration START = Duration.ofSeconds(60);

  /** Enough for the others to stop their ranks. */
  private static final Duration STOP = Duration.ofSeconds(10);

  private static final Duration LOOK = Duration.ofMillis(100);

  /** What is exited with after SIGTERM, by which the daemon ends a rank whose starter has gone. */
  private static final int TERMINATED = 143;

  private final WrapperArguments wrapper;
  private final OwnCommand own;
  private final Configuration configuration;
  private final JobHosts hosts;
  private final int host;
  private final Entrance entrance;
  private final PeerSupervisors supervisors;
  private final Console console = Console.standard(false);
  private final Verdict verdict;
  private final CountDownLatch ended = new CountDownLatch(1);
  private Optional<OtherHosts> others = Optional.empty();

  Supervision(
      WrapperArguments wrapper,
      OwnCommand own,
      Configuration configuration,
      JobHosts hosts,
      Entrance entrance) {
    this.wrapper = wrapper;
    this.own = own;
    this.configuration = configuration;
    this.hosts = hosts;
    this.host = hosts.numberOf(wrapper.rank());
    this.entrance = entrance;
    this.supervisors = new PeerSupervisors(hosts.supervisorsOf(host), wrapper.rank());
    // One that leads a host also waits for all other ranks.
    this.verdict = new Verdict(leads() ? 2 : 1);
  }

  private boolean leads() {
    return hosts.leaderOf(host) == wrapper.rank();
  }

  private boolean runsLogger() {
    return wrapper.rank() == 0;
  }

  /**
   * Runs the rank to its end.
   *
   * @return exit code
   */
  int run() throws InterruptedException {
    StopSignal signal = new StopSignal(verdict);
    stopWithTheDaemon();
    try {
      return run(place(JobPlace.directory(wrapper, hosts, host)));
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
    if (!leads()) {
      return JobPlace.await(
          directory,
          hosts.areSeveral() ? JobLayout::hosts : JobLayout::control,
          START,
          () -> supervisors.trouble(hosts.leaderOf(host)));
    }
    Optional<Path> secret = configuration.find(Options.SECRET_FILE);
    if (!hosts.areSeveral()) {
      return JobPlace.make(record(), directory, secret);
    }
    JobPlace place = JobPlace.makePart(record(), directory, hosts, secret.orElseThrow());
    Optional<Seal> direct =
        configuration.get(Options.NETWORK_DIRECT)
            ? Optional.of(configuration.get(Options.NETWORK_SEAL))
            : Optional.empty();
    others =
        Optional.of(OtherHosts.open(hosts, host, place.layout(), entrance.take(), direct, verdict));
    new HostsRecord(host, hosts.names(), hosts.placement()).write(place.layout().hosts());
    return place;
  }

  private JobRecord record() {
    return new JobRecord(
        ProcessIdentity.current(),
        Instant.now(),
        wrapper.size(),
        configuration.get(Options.DURABILITY),
        wrapper.program());
  }

  private int run(JobPlace place) throws InterruptedException {
    JobLayout layout = place.layout();
    EventLogger logger =
        new EventLogger(
            LoggerPlace.ofOnly(layout),
            configuration.get(Options.DURABILITY),
            configuration.get(Options.LOG_RESERVE),
            configuration.find(Options.LOGGER),
            new LoggerJvm(OwnCommand::java, AgentJar.path(), JdkAccess.options().toList()),
            console,
            verdict);
    JobRun run = new JobRun(layout, console, verdict);
    watch(layout);
    JobEnd ending = run.run(HangPolicy.of(configuration), () -> start(place, logger, run));
    int code = write(ending, layout);
    if (leads()) {
      end(ending, logger, layout, run);
    }
    if (wrapper.rank() == 0) {
      Optional<ExitCodeFile> told = ExitCodeFile.ofThisProcess();
      if (ending instanceof JobEnd.Failed failed) {
        told.ifPresent(file -> file.write(failed.reason()));
      } else {
        told.ifPresent(file -> file.write(code));
      }
    }
    console.close();
    return code;
  }

  private void start(JobPlace place, EventLogger logger, JobRun run) throws InterruptedException {
    JobLayout layout = place.layout();
    if (others.isPresent()) {
      others.get().awaitConnected(START);
      others.get().start();
    }
    enrol(layout);
    Optional<HostPort> address = runsLogger() ? start(logger) : loggerOf(layout);
    RankEnvironment environment = new RankEnvironment(layout, wrapper.size(), address);
    run.start(
        IntStream.of(wrapper.rank()),
        new LocalRanks(
            place.control(),
            (rank, incarnation) -> command(environment, rank, incarnation),
            (rank, event) -> happened(event)));
  }

  /**
   * The rank is started just as this process was, with the job's options in its environment
   * besides: the same for every incarnation but for its number (protocol rule SAME_START).
   */
  private ProcessBuilder command(RankEnvironment environment, int rank, int incarnation) {
    List<String> words =
        new ArrayList<>(JvmMessages.options(environment.layout().crash(rank, incarnation)));
    words.addAll(new ClassArchive(AgentJar.path()).options());
    words.addAll(own.words());
    ProcessBuilder command = OwnCommand.java(words);
    environment.addTo(command.environment(), rank, incarnation);
    return command;
  }

  private void happened(RankEvent event) {
    if (event instanceof RankEvent.Ended end
        && end.outcome() instanceof RankOutcome.Finished finished
        && finished.code() == 0) {
      ended.countDown();
    }
  }

  /** The event logger knows of the job before a rank starts, whichever supervisor is the first. */
  private void enrol(JobLayout layout) throws InterruptedException {
    if (!isNeeded()) {
      return;
    }
    String job = JobIdentity.of(layout).name();
    Optional<HostPort> given = configuration.find(Options.LOGGER);
    if (given.isPresent()) {
      // The one that removes the job tells it.
      AtomicFile.write(layout.givenLogger(), given.get() + "\n");
      NewJob.enrol(JobLoggers.of(layout, Loggers.of(List.of(given.get()))), job, known -> {});
    } else if (runsLogger()) {
      NewJob.enrolOwn(LoggerPlace.ofOnly(layout).store(), job);
    }
  }

  private Optional<HostPort> start(EventLogger logger) throws InterruptedException {
    if (!hosts.areSeveral()) {
      return logger.start();
    }
    if (!isNeeded()) {
      // It would follow the logs of one host only.
      return configuration.find(Options.LOGGER);
    }
    Optional<HostPort> address = logger.listening(hosts.nameOf(host)).start();
    address.ifPresent(others.orElseThrow()::tell);
    return address;
  }

  private Optional<HostPort> loggerOf(JobLayout layout) throws InterruptedException {
    Optional<HostPort> given = configuration.find(Options.LOGGER);
    return given.isPresent() || !isNeeded() ? given : LoggerAddress.await(layout, START, verdict);
  }

  /** Whether ranks wait for the event logger. */
  private boolean isNeeded() {
    return configuration.get(Options.DURABILITY) == Durability.HOST;
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
      if (others.isPresent()) {
        ended.await();
        endedHere();
      } else if (leads()) {
        verdict.ended(0);
      }
    } catch (InterruptedException | RuntimeException | Error e) {
      verdict.failed(e);
    }
  }

  /** All supervisors of this host have ended: with 0, if the job goes on. */
  private void endedHere() {
    if (!verdict.isKnown()) {
      others.orElseThrow().endedHere();
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

  /** The exit code of a job that ends like that. */
  static int code(JobEnd ending) {
    if (ending instanceof JobEnd.Over over) {
      return over.code();
    }
    return ending instanceof JobEnd.Failed ? PeerSupervisors.ERROR : TERMINATED;
  }

  /** Ends the part of the job that is on this host. */
  private void end(JobEnd ending, EventLogger logger, JobLayout layout, JobRun run)
      throws InterruptedException {
    boolean allHaveEnded = supervisors.await(STOP);
    others.ifPresent(OtherHosts::close);
    logger.stop();
    if (!allHaveEnded
        || ending instanceof JobEnd.Failed
        || supervisors.haveFailed()
        || others.filter(OtherHosts::haveFailed).isPresent()
        || CrashReports.areIn(layout)) {
      run.keep(ending);
    } else {
      run.remove(EndedJob::forget);
      UserDirectory.ofThisUser().removeIfEmpty();
    }
  }
}
