package org.ftmpj.launcher.hosts;

import static java.util.stream.Collectors.toSet;

import java.util.Map;
import java.util.Optional;
import org.ftmpj.common.config.Durability;
import org.ftmpj.common.config.LogQuota;
import org.ftmpj.common.config.Loggers;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.hostd.copies.CopySettings;
import org.ftmpj.hostd.job.ToHost;
import org.ftmpj.launcher.job.JobOptions;
import org.ftmpj.logger.client.JobLoggers;
import org.ftmpj.supervisor.console.Console;
import org.ftmpj.supervisor.ending.Verdict;
import org.ftmpj.supervisor.record.AtomicFile;

/**
 * The phase in which the hosts start their ranks; from then on the coordinator watches the job.
 *
 * @param notes empty where the job ends with its launcher
 * @param missing hosts that have not joined, or have nothing of the job, and why
 * @param orders the orders of the hosts
 * @param loggers that ranks wait for
 */
record StartingRanks(
    HostsRun run,
    Optional<AgreedNotebook> notes,
    Map<RemoteHost, FtmpjException> missing,
    HostOrders orders,
    Loggers loggers)
    implements JobPhase.Preparation {

  @Override
  public Next pass() {
    CoordinatorDuties duties = run.coordination().duties();
    HostGroup group = run.coordination().hosts();
    JobOptions options = run.options();
    Optional<NextRunHosts.Leaving> leaving =
        run.source().leaving(missing.keySet().stream().map(RemoteHost::number).collect(toSet()));
    if (run.isResumed()) {
      takeUp(duties.ranks(), run.coordination().verdict());
    }
    giveInput(duties.ranks());
    run.console().start(run.coordination().verdict()::failed);
    Optional<HostLosses> losses = survive(duties, group);
    tellOfItsLoss();
    tellWhatCopiesAreFor();
    if (run.canBeStopped()) {
      launch().write(run.layout().launch());
    }
    begin(group);
    group.watchOnRing(duties.ranks());
    losses.ifPresent(
        dealing -> {
          leaving.ifPresent(dealing::leave);
          missing.forEach(dealing::lost);
          dealing.start();
        });
    if (options.checkpoints()) {
      duties.takeRequests(group);
    }
    if (run.canBeStopped()) {
      duties.takeStops(options.wallTime());
    }
    duties.keepWithin(options.quota());
    return new Next(new Running(run.coordination()), "the hosts were told to start their ranks");
  }

  /** What is known here of the job's earlier runs. */
  private void takeUp(RemoteRanks ranks, Verdict verdict) {
    Map<Integer, Integer> finished = ResumedHosts.finished(run.layout(), run.source().size());
    ranks.know(ResumedHosts.incarnations(run.layout(), run.source().size()));
    ranks.ended(finished.keySet());
    finished.values().forEach(verdict::ended);
  }

  private void giveInput(RemoteRanks ranks) {
    RemoteHost host = run.hosts().host(run.lost().placement().hostOf(0));
    boolean isReady = host.ready().isDone() && !host.ready().isCompletedExceptionally();
    ranks.giveInput(host, isReady ? host.ready().join().input() : 0);
  }

  private Optional<HostLosses> survive(CoordinatorDuties duties, HostGroup group) {
    if (loggers.ensembles().isEmpty()) {
      duties.ranks().surviveNone();
      return Optional.empty();
    }
    HostsOptions hosts = run.source().hosts();
    return Optional.of(
        duties.survive(
            group,
            new HostReplacement(hosts.division().slots(), hosts.copies().atPartner()),
            new HostLosses.Standing(run.lost(), Optional.empty()),
            JobLoggers.of(run.layout(), loggers),
            orders.of(1).turn().writer()));
  }

  /** The user may expect that the job goes on without this process. */
  private void tellOfItsLoss() {
    if (run.options().durability() != Durability.QUORUM) {
      return;
    }
    if (run.isResumable()) {
      run.console()
          .notice("if this launcher is lost, the job is stopped, and `ftmpj resume` goes on");
    } else if (run.loggers().outliving().isEmpty()) {
      run.console().notice("the job ends with this launcher, on whose host its event loggers are");
    }
  }

  private void tellWhatCopiesAreFor() {
    JobOptions options = run.options();
    if (!options.checkpoints() || options.durability() == Durability.PROCESS) {
      return;
    }
    CopySettings copies = run.source().hosts().copies();
    LogQuota quota = options.quota();
    Console console = run.console();
    String thenStops =
        quota.isSet()
            ? "; so the job stops as soon as they take %d MiB (log.max) on one host, and `ftmpj resume` goes on with a larger quota"
                .formatted(quota.mib())
            : "";
    if (!copies.areMade()) {
      console.notice(
          "checkpoints are not copied: ranks of a lost host are repeated from their beginning, without"
              + " --checkpoint-copies partner or --checkpoint-dir; so logs are kept whole"
              + thenStops);
    } else if (copies.atPartner()) {
      console.notice(
          quota.isSet()
              ? "logs are pruned, for there is a quota (log.max): the job ends if a host is lost"
                  + " together with the next one, which has the copies of its checkpoints"
              : "logs are kept whole, for copies of checkpoints are lost with both their hosts; they"
                  + " are pruned with --checkpoint-dir, or with a quota (--log-max)");
    }
  }

  private Launch launch() {
    HostsSource source = run.source();
    return Launch.of(
        orders.of(1), source.conditions(), source.hosts(), source.left(), run.options(), loggers);
  }

  private void begin(HostGroup group) {
    ToHost.Start begin = new ToHost.Start(loggers, notes.isPresent(), run.hosts().taken());
    String hint =
        "the job goes on without this launcher if that is lost, but for its standard input; "
            + AttachArguments.hint(run.identity(), loggers);
    if (notes.isPresent()) {
      AtomicFile.write(run.layout().agreeingLoggers(), loggers + "\n");
      notes
          .get()
          .begin(
              JobNotes.first(orders, begin, run.source().conditions()),
              () -> {
                run.console().notice(hint);
                group.tellAll(new ToHost.NotesBegun());
              });
    }
    group.tellAll(begin);
  }
}
