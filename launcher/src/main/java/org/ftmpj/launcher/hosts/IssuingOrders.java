package org.ftmpj.launcher.hosts;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ftmpj.common.config.Loggers;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.hostd.copies.CopyDirectory;
import org.ftmpj.supervisor.record.AtomicFile;

/**
 * The phase in which the hosts get their orders and become ready, and their event loggers start.
 *
 * @param notes empty if the job ends with its launcher, or this is not known yet
 * @param missing hosts that have not joined, and why
 */
record IssuingOrders(
    HostsRun run, Optional<AgreedNotebook> notes, Map<RemoteHost, FtmpjException> missing)
    implements JobPhase.Preparation {

  @Override
  public Next pass() throws InterruptedException {
    StartingHosts hosts = run.hosts();
    hosts.tellOfOtherJavas();
    HostOrders orders = orders();
    shareCopies();
    Map<RemoteHost, FtmpjException> absent = new LinkedHashMap<>(missing);
    if (!hosts.order(
        orders::of, run.mayMissHosts() ? Optional.of(absent::put) : Optional.empty())) {
      return run.coordination().over();
    }
    Optional<AgreedNotebook> noted = notes;
    if (run.loggers().onHosts() > 0) {
      if (!run.loggers().begin(hosts.loggers(run.source().loggers()))) {
        return run.coordination().over();
      }
      noted = run.noteFirst();
    }
    Loggers loggers = run.loggers().await();
    return new Next(new StartingRanks(run, noted, absent, orders, loggers), "the hosts are ready");
  }

  private HostOrders orders() {
    List<Integer> gone = new ArrayList<>(run.lost().all());
    gone.addAll(run.source().left());
    missing.keySet().forEach(host -> gone.add(host.number()));
    return run.source().orders(run.layout(), run.hosts().peers(), gone, run.loggers().onHosts());
  }

  private void shareCopies() {
    run.source()
        .hosts()
        .copies()
        .directory()
        .ifPresent(shared -> AtomicFile.write(run.layout().copies(), shared + "\n"));
    run.sharedCopies().ifPresent(run.isResumed() ? CopyDirectory::open : CopyDirectory::create);
  }
}
