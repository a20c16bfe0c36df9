package org.ftmpj.launcher.hosts;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import org.ftmpj.common.config.Configuration;
import org.ftmpj.common.config.Loggers;
import org.ftmpj.common.config.Options;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.hostd.job.CoordinatorNote;
import org.ftmpj.hostd.job.JobOrder;
import org.ftmpj.hostd.job.Sessions;
import org.ftmpj.logger.agreement.AgreedState;
import org.ftmpj.logger.agreement.Agreement;
import org.ftmpj.logger.agreement.Answer;
import org.ftmpj.logger.client.JobLoggers;
import org.ftmpj.logger.client.LoggersAgreement;
import org.ftmpj.network.NetworkOptions;
import org.ftmpj.supervisor.console.Console;

/**
 * The takeover of a job by a process that becomes its coordinator after another one: by the
 * agreement of the job's event loggers.
 *
 * @param role the role of this process, in words
 * @param job identity of the job
 * @param loggers the event loggers that agree
 * @param bind where to listen for hosts, as for {@link BindAddresses}; empty for the address from
 *     which the first one is reached
 */
record Takeover(String role, String job, Loggers loggers, String secret, List<String> bind) {
  private static final int COORDINATOR = 0;

  /**
   * Claims the role, whoever has it now, and runs the job to its end.
   *
   * @param label whether lines begin with ranks, also if it was not so before
   * @param all whether what was shown before is shown again
   * @return exit code
   * @throws FtmpjException NOT_SUCCEEDED, COORDINATOR_REPLACED if another process was faster, and
   *     if FTMPJ could not go on
   */
  int claim(boolean label, boolean all) throws InterruptedException {
    LoggersAgreement agreement = agreement();
    if (agreement.isUnknown()) {
      throw new FtmpjException(
          ErrorCode.NOT_SUCCEEDED,
          "its event loggers know of no coordinator of such a job: it has another name or other"
              + " loggers, is over, or has just begun");
    }
    AgreedState state = agreement.read();
    // What does not work here must not take the job from the coordinator that it has.
    try (Sessions sessions = listen(JobNotes.of(state))) {
      CoordinatorNote note = new CoordinatorNote(ProcessDescription.inWords(role), List.of());
      Map<String, byte[]> notes = new TreeMap<>(CoordinatorHandOver.over());
      notes.put(CoordinatorNote.NAME, CoordinatorNote.CODEC.encode(note));
      Answer answer = agreement.claim(CoordinatorHandOver.ask(agreement, state).term(), notes);
      if (!answer.accepted()) {
        throw new FtmpjException(
            ErrorCode.COORDINATOR_REPLACED, "another process has taken over the job just now");
      }
      JobNotes known = JobNotes.of(answer.state());
      try (Console console = Console.standard(label || known.conditions().label())) {
        return job(
                agreement,
                answer.state().term(),
                known,
                sessions,
                new SuccessorJob.Display(console, all, true))
            .run();
      }
    }
  }

  /**
   * Runs a job to its end whose role was claimed for this process.
   *
   * @param consoles opens one when the order of the job is known, and whether lines begin with
   *     ranks
   * @return exit code
   * @throws FtmpjException COORDINATOR_REPLACED, and if FTMPJ could not go on
   */
  int run(long term, BiFunction<JobOrder, Boolean, Console> consoles) throws InterruptedException {
    Agreement agreement = agreement();
    AgreedState state = agreement.read();
    if (state.term() != term) {
      throw new FtmpjException(
          ErrorCode.COORDINATOR_REPLACED,
          "the job has coordinator %d, not %d".formatted(state.term(), term));
    }
    JobNotes known;
    try {
      known = JobNotes.of(state);
    } catch (FtmpjException nothingNoted) {
      // Its hosts end, as those of a job that has no successor.
      agreement.end(term);
      throw nothingNoted;
    }
    try (Console console = consoles.apply(known.order(), known.conditions().label());
        Sessions sessions = listen(known)) {
      return tellingReplacement(
          console,
          job(agreement, term, known, sessions, new SuccessorJob.Display(console, false, false)));
    }
  }

  /** Standard error, where errors are told, leads nowhere when the launcher is gone. */
  private static int tellingReplacement(Console console, SuccessorJob job)
      throws InterruptedException {
    try {
      return job.run();
    } catch (FtmpjException e) {
      if (e.code() == ErrorCode.COORDINATOR_REPLACED) {
        console.notice(e.getMessage());
      }
      throw e;
    }
  }

  private LoggersAgreement agreement() {
    return Agreements.of(new JobLoggers(loggers, parsedSecret()), job);
  }

  private Secret parsedSecret() {
    try {
      return Secret.of(secret, "what was given");
    } catch (IOException e) {
      throw new FtmpjException(ErrorCode.WRONG_SECRET, e.getMessage(), e);
    }
  }

  private Sessions listen(JobNotes known) {
    NetworkOptions options = NetworkOptions.of(configuration(known));
    return HostNetwork.open(COORDINATOR, secret, addresses(known), options);
  }

  private static Configuration configuration(JobNotes known) {
    return SharedOptions.configuration(known.conditions().shared());
  }

  private SuccessorJob job(
      Agreement agreement,
      long term,
      JobNotes known,
      Sessions sessions,
      SuccessorJob.Display display) {
    SuccessorJob.Seat seat =
        new SuccessorJob.Seat(
            role,
            term,
            agreement,
            new JobLoggers(known.loggers(), parsedSecret()),
            secret,
            sessions,
            Duration.ofSeconds(configuration(known).get(Options.HOST_TIMEOUT)));
    return new SuccessorJob(seat, known, display);
  }

  private List<InetSocketAddress> addresses(JobNotes known) {
    if (!bind.isEmpty()) {
      return BindAddresses.parse(bind);
    }
    JobOrder.Peer first =
        known.order().hosts().get(known.standing().lost().placement().hostOf(0) - 1);
    String address = first.addresses().get(0).getAddress().getHostAddress();
    return List.of(BindAddresses.towards(address));
  }
}
