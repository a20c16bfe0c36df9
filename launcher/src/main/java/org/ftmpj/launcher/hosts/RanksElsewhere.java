package org.ftmpj.launcher.hosts;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.hostd.job.RankFigures;
import org.ftmpj.hostd.job.ToHost;
import org.ftmpj.hostd.job.ToLauncher;
import org.ftmpj.launcher.job.JobObserver;
import org.ftmpj.supervisor.console.Console;
import org.ftmpj.supervisor.ending.Verdict;
import org.ftmpj.supervisor.rank.RankEvent;
import org.ftmpj.transport.control.ControlBlock;

/**
 * The ranks of a job on other hosts as if they were here: the console shows what they write and
 * what happens to them, the verdict learns their ends, the control block here how far they are.
 */
final class RanksElsewhere implements JobListener, AutoCloseable {
  private final Console console;
  private final Verdict verdict;
  private final ControlBlock control;
  private final JobObserver observer;
  private final RankNotes notes;
  private final SilentHosts silentHosts;
  private final List<ReceivedOutput> outputs = new ArrayList<>();
  private volatile StandardInput input;

  RanksElsewhere(
      JobLayout layout,
      Console console,
      Verdict verdict,
      ControlBlock control,
      JobObserver observer) {
    this.console = console;
    this.verdict = verdict;
    this.control = control;
    this.observer = observer;
    this.notes = new RankNotes(layout);
    // Sessions must not wait until something is printed.
    this.silentHosts =
        new SilentHosts(text -> CompletableFuture.runAsync(() -> console.notice(text)));
    for (int rank = 0; rank < control.size(); rank++) {
      outputs.add(new ReceivedOutput());
      console.follow(rank, outputs.get(rank));
    }
  }

  /** Gives the standard input to the host of rank 0. To be called before ranks start. */
  void giveInput(RemoteHost host) {
    input = StandardInput.start(piece -> host.tell(new ToHost.Input(piece)));
  }

  @Override
  public void told(RemoteHost host, ToLauncher message) throws InterruptedException {
    if (message instanceof ToLauncher.Printed printed) {
      outputs.get(printed.rank()).add(printed.record());
    } else if (message instanceof ToLauncher.Raw raw) {
      console.raw(raw.rank(), raw.stream(), raw.text(), raw.text().length);
    } else if (message instanceof ToLauncher.Notice notice) {
      console.notice(notice.text());
    } else if (message instanceof ToLauncher.LinesOf lines) {
      told(lines);
    } else if (message instanceof ToLauncher.Happened happened) {
      happened(happened.rank(), happened.event());
    } else if (message instanceof ToLauncher.Progress progress) {
      progress.ranks().forEach(this::note);
    } else if (message instanceof ToLauncher.Counted counted) {
      noted(() -> notes.note(counted.rank(), counted.report()));
    } else if (message instanceof ToLauncher.InputWanted && input != null) {
      input.want();
    }
  }

  private void told(ToLauncher.LinesOf lines) {
    switch (lines.state()) {
      case DIED -> console.died(lines.rank());
      case RECOVERED -> console.recovered(lines.rank());
      case ENDED -> console.ended(lines.rank());
    }
  }

  private void happened(int rank, RankEvent event) {
    noted(() -> notes.note(rank, event));
    observer.event(rank, event);
    if (event instanceof RankEvent.Ended ended) {
      verdict.ended(rank, ended.outcome());
    }
  }

  private void noted(Runnable note) {
    try {
      note.run();
    } catch (FtmpjException e) {
      verdict.failed(e);
    }
  }

  private void note(RankFigures figures) {
    control.note(figures.rank(), figures.clock(), figures.gateWaits(), figures.gateWaitedNs());
  }

  @Override
  public void suspected(RemoteHost host, boolean silent) {
    if (silent) {
      silentHosts.silent(host.name());
    } else {
      silentHosts.heard(host.name());
    }
  }

  @Override
  public void failed(RemoteHost host, FtmpjException why) {
    verdict.failed(why);
  }

  /** Reads no standard input any more. */
  @Override
  public void close() {
    if (input != null) {
      input.close();
    }
  }
}
