package org.ftmpj.launcher.hosts;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.Predicate;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.job.Placement;
import org.ftmpj.hostd.job.LocalRank;
import org.ftmpj.hostd.job.RankFigures;
import org.ftmpj.hostd.job.ToHost;
import org.ftmpj.hostd.job.ToLauncher;
import org.ftmpj.launcher.job.JobObserver;
import org.ftmpj.logger.client.LoggerNotices;
import org.ftmpj.supervisor.console.Console;
import org.ftmpj.supervisor.ending.JobEnd;
import org.ftmpj.supervisor.ending.Verdict;
import org.ftmpj.supervisor.rank.RankEvent;
import org.ftmpj.supervisor.rank.RankOutcome;
import org.ftmpj.supervisor.record.StoppedRecord;
import org.ftmpj.transport.control.ControlBlock;

/**
 * The ranks of a job on other hosts as if they were here: the console shows what they write and
 * what happens to them, the verdict learns their ends, the control block here how far they are.
 */
final class RemoteRanks implements JobListener, AutoCloseable {
  private static final int LAUNCHER = 0;

  private final Console console;
  private final Verdict verdict;
  private final ControlBlock control;
  private final JobObserver observer;
  private final RankNotes notes;
  private final PathNotes paths;
  private final SilentHosts silentHosts;
  private final LoggersOfHosts loggers;
  private final List<ReceivedOutput> outputs = new ArrayList<>();
  private final JobLayout layout;
  private final BitSet ended = new BitSet(); // guarded by this, like what follows
  private final int[] incarnations;
  private final Map<Integer, RankEvent.Ended> ends = new ConcurrentHashMap<>();
  private volatile StandardInput input;

  /** Asks a host, by its number, of which another one hears nothing. */
  private volatile IntConsumer silentPeer = host -> {};

  /** Takes hosts that are lost; null where that ends the job. */
  private volatile HostLosses losses;

  /** Answers of ranks that were asked for checkpoints; null where they are not asked here. */
  private volatile CheckpointRequests checkpoints;

  /** Whether a job that has ended so goes on later: then a line without end is not ended. */
  private volatile Predicate<JobEnd> toBeResumed = end -> false;

  /** Whether hosts that do not join are no failure. */
  private volatile boolean mayBeMissing;

  private final UnnotedOutput unnoted = new UnnotedOutput();

  /** Why a lost host ends the job. */
  private volatile String unsurvivable = "its ranks have not been started yet";

  RemoteRanks(
      JobLayout layout,
      Console console,
      Verdict verdict,
      ControlBlock control,
      JobObserver observer,
      PathNotes paths,
      Beginning beginning) {
    this.paths = paths;
    this.layout = layout;
    this.incarnations = new int[control.size()];
    this.console = console;
    this.verdict = verdict;
    this.control = control;
    this.observer = observer;
    this.notes = new RankNotes(layout);
    this.loggers = new LoggersOfHosts(console::notice);
    // Sessions must not wait until something is printed.
    this.silentHosts =
        new SilentHosts(text -> CompletableFuture.runAsync(() -> console.notice(text)));
    for (int rank = 0; rank < control.size(); rank++) {
      PrintedExtent noted = beginning.noted().getOrDefault(rank, PrintedExtent.NONE);
      PrintedExtent dropped = beginning.all() ? PrintedExtent.NONE : noted;
      outputs.add(new ReceivedOutput(beginning.placement().hostOf(rank), noted, dropped, unnoted));
      console.follow(rank, outputs.get(rank));
    }
  }

  /**
   * The ranks at the begin of this coordinator, and the text that they have printed before.
   *
   * @param lost which hosts are lost, and where the ranks are
   * @param noted what another one has shown
   * @param all whether that is shown once more
   */
  record Beginning(LostHosts lost, Map<Integer, PrintedExtent> noted, boolean all) {
    /** The begin of a new job. */
    Beginning(LostHosts lost) {
      this(lost, Map.of(), false);
    }

    Placement placement() {
      return lost.placement();
    }
  }

  /**
   * Gives the standard input to the host of rank 0. To be called before ranks start.
   *
   * @param there bytes of it that the host has, if the job is resumed
   */
  void giveInput(RemoteHost host, long there) {
    input = StandardInput.start(layout.input(), there, giver(host), verdict::failed);
  }

  /** Sends answers to requests for checkpoints there. */
  void answer(CheckpointRequests by) {
    checkpoints = by;
  }

  /** Sets which ends let the job go on later. */
  void mayBeResumed(Predicate<JobEnd> after) {
    toBeResumed = after;
  }

  /** A host that does not join does not end the job. */
  void mayBeMissing() {
    mayBeMissing = true;
  }

  /** Ranks that had ended before the job was resumed. */
  synchronized void ended(Iterable<Integer> ranks) {
    ranks.forEach(ended::set);
  }

  /** The end that the program has come to by itself: all ranks have, or one with another code. */
  Optional<JobEnd> programEnd() {
    Map<Integer, Integer> finished = ResumedHosts.finished(layout, control.size());
    Verdict own = new Verdict(control.size());
    finished.values().forEach(own::ended);
    return own.isKnown() ? Optional.of(own.await()) : Optional.empty();
  }

  /**
   * What is printed of all ranks, to be called when no rank is left. A last line without end is not
   * ended, see {@link Console#stopped}.
   */
  List<StoppedRecord.Printed> stopped() {
    List<StoppedRecord.Printed> all = new ArrayList<>();
    List<StoppedRecord.Printed> left = new ArrayList<>();
    for (int rank = 0; rank < outputs.size(); rank++) {
      left.addAll(console.stopped(rank));
      int of = rank;
      outputs
          .get(rank)
          .all()
          .forEach(
              (writer, bytes) ->
                  all.add(new StoppedRecord.Printed(of, writer.stream(), bytes, writer.thread())));
    }
    return StoppedRecord.Printed.without(all, left);
  }

  /** The job was to be stopped, and its program has come to its end meanwhile. */
  void allEnded() {
    for (int rank = 0; rank < outputs.size(); rank++) {
      console.ended(rank);
    }
  }

  private static Consumer<byte[]> giver(RemoteHost host) {
    return piece -> host.tell(new ToHost.Input(piece));
  }

  /** Has the ranks of lost hosts repeated on others from now on. */
  void survive(HostLosses by) {
    losses = by;
  }

  /**
   * Makes a lost host end the job from now on, as level process stores nothing of it on other
   * hosts.
   */
  void surviveNone() {
    unsurvivable =
        "at level process a lost host ends the job, level host (--durability) survives it";
  }

  /** Sets the listener to hosts of which another one hears nothing, by their numbers. */
  void onSilentPeer(IntConsumer asker) {
    silentPeer = asker;
  }

  /** Is told which event loggers of several the launcher does not reach. */
  LoggerNotices loggerNotices() {
    return loggers.of(LAUNCHER);
  }

  /** A lost host waits for nothing any more. */
  void forget(int host) {
    loggers.lost(host);
  }

  /** The newest incarnation of a rank that is known of here. */
  synchronized int incarnation(int rank) {
    return incarnations[rank];
  }

  /** The known incarnations of all ranks. */
  synchronized Map<Integer, Integer> incarnations() {
    Map<Integer, Integer> known = new TreeMap<>();
    for (int rank = 0; rank < incarnations.length; rank++) {
      if (incarnations[rank] > 0) {
        known.put(rank, incarnations[rank]);
      }
    }
    return known;
  }

  /** What a coordinator before knew. */
  void know(Map<Integer, Integer> newest) {
    newest.forEach(this::know);
  }

  /**
   * Notes of what has been shown, where that has changed since the last call; none any more when
   * something could not be shown.
   */
  Map<String, byte[]> printed() {
    Map<String, byte[]> notes = new HashMap<>();
    for (int rank = 0; rank < outputs.size(); rank++) {
      String name = PrintedExtent.PREFIX + rank;
      outputs
          .get(rank)
          .taken()
          .ifPresent(taken -> notes.put(name, PrintedExtent.CODEC.encode(taken)));
    }
    if (!notes.isEmpty()) {
      console.awaitShown();
    }
    return console.loss().isPresent() ? Map.of() : notes;
  }

  /** What was shown and is not in such notes yet. */
  UnnotedOutput unnoted() {
    return unnoted;
  }

  /** There was, or will be, this incarnation of a rank. */
  synchronized void know(int rank, int incarnation) {
    incarnations[rank] = Math.max(incarnations[rank], incarnation);
  }

  /** A rank whose host is lost is repeated on another one from its beginning. */
  void repeatOn(RemoteHost host, int rank) {
    if (!hasEnded(rank)) {
      console.died(rank);
    }
    outputs.get(rank).repeatOn(host.number());
    if (rank == 0 && input != null) {
      input.repeat(giver(host));
    }
  }

  private synchronized boolean hasEnded(int rank) {
    return ended.get(rank);
  }

  @Override
  public void told(RemoteHost host, ToLauncher message) throws InterruptedException {
    if (message instanceof ToLauncher.Printed printed) {
      outputs.get(printed.rank()).add(host.number(), printed.record());
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
    } else if (message instanceof ToLauncher.Paths those) {
      paths.note(host, those);
    } else if (message instanceof ToLauncher.Counted counted) {
      noted(() -> notes.note(counted.rank(), counted.report()));
    } else if (message instanceof ToLauncher.Checkpointed there && checkpoints != null) {
      noted(() -> checkpoints.answered(there, incarnation(there.rank())));
    } else if (message instanceof ToLauncher.InputWanted) {
      giveInput();
    } else if (message instanceof ToLauncher.Rejoined there) {
      there.ranks().forEach(this::rejoined);
    } else if (message instanceof ToLauncher.Loggers those) {
      told(loggers.of(host.number()), those);
    } else if (message instanceof ToLauncher.PeerSilent peer) {
      silentPeer.accept(peer.host());
    } else if (message instanceof ToLauncher.PeerLost peer) {
      HostLosses by = losses;
      if (by != null) {
        by.reported(host, peer);
      }
    }
  }

  private void giveInput() {
    if (input == null) {
      verdict.failed(
          new FtmpjException(
              ErrorCode.INPUT_LOST,
              "rank 0 reads the standard input, which was the lost launcher's"));
    } else {
      input.want();
    }
  }

  /** What it has printed comes before its end. */
  private void rejoined(LocalRank rank) {
    know(rank.rank(), rank.incarnation());
    rank.ended().ifPresent(end -> ends.put(rank.rank(), end));
  }

  private static void told(LoggerNotices notices, ToLauncher.Loggers those) {
    if (those.away()) {
      notices.away(those.which(), those.text());
    } else {
      notices.back(those.which(), those.text());
    }
  }

  private void told(ToLauncher.LinesOf lines) {
    switch (lines.state()) {
      case DIED -> console.died(lines.rank());
      case RECOVERED -> console.recovered(lines.rank());
      case ENDED -> {
        if (verdict.isKnown() && toBeResumed.test(verdict.await())) {
          console.stopped(lines.rank());
        } else {
          console.ended(lines.rank());
        }
        RankEvent.Ended end = ends.remove(lines.rank());
        if (end != null) {
          happened(lines.rank(), end);
        }
      }
    }
  }

  private void happened(int rank, RankEvent event) {
    if (event instanceof RankEvent.Started started) {
      know(rank, started.incarnation());
    }
    noted(() -> notes.note(rank, event));
    observer.event(rank, event);
    if (event instanceof RankEvent.Ended end && isNew(rank, end)) {
      verdict.ended(rank, end.outcome());
    }
  }

  /** A rank that has ended is repeated if its host is lost, and ends again. */
  private synchronized boolean isNew(int rank, RankEvent.Ended end) {
    boolean isNew = !ended.get(rank) || !(end.outcome() instanceof RankOutcome.Finished);
    ended.set(rank);
    return isNew;
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
    control.suspect(figures.rank(), figures.silentMs(), figures.suspicions());
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
  public void lost(RemoteHost host, FtmpjException why) {
    silentHosts.lost(host.name());
    HostLosses by = losses;
    if (by == null) {
      verdict.failed(new FtmpjException(why.code(), why.what() + "; " + unsurvivable, why));
    } else {
      by.lost(host, why);
    }
  }

  @Override
  public void failed(RemoteHost host, FtmpjException why) {
    if (!mayBeMissing || why.code() != ErrorCode.HOSTS_MISSING) {
      verdict.failed(why);
    }
  }

  /** Reads no standard input any more. */
  @Override
  public void close() {
    if (input != null) {
      input.close();
    }
  }
}
