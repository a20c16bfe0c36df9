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
 * The ranks of a job on other hosts, presented like local ones: the console shows their output and
 * events, the verdict learns their ends, the local control block their progress.
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

  /** Asks a host, by its number, for a sign of life because another one hears nothing of it. */
  private volatile IntConsumer silentPeer = host -> {};

  /** Takes hosts that are lost; null where that ends the job. */
  private volatile HostLosses losses;

  /**
   * Receives the answers of ranks to requests for checkpoints; null if this process does not ask.
   */
  private volatile CheckpointRequests checkpoints;

  /** Whether a job that ends like this is resumed later; its last line may then be incomplete. */
  private volatile Predicate<JobEnd> toBeResumed = end -> false;

  /** Whether hosts that do not join are no failure. */
  private volatile boolean mayBeMissing;

  private final UnnotedOutput unnoted = new UnnotedOutput();

  /** The reason why a lost host ends the job. */
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
    // Sessions must not wait for the console.
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
   * The ranks at the start of this coordinator, and the text that they have printed before.
   *
   * @param lost the lost hosts, and the placement of the ranks
   * @param noted what an earlier coordinator has shown
   * @param all whether that is shown once more
   */
  record Beginning(LostHosts lost, Map<Integer, PrintedExtent> noted, boolean all) {
    /** The state at the start of a new job. */
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
   * @param there the bytes of it that the host has, if the job is resumed
   */
  void giveInput(RemoteHost host, long there) {
    input = StandardInput.start(layout.input(), there, giver(host), verdict::failed);
  }

  /** Sends answers to requests for checkpoints there. */
  void answer(CheckpointRequests by) {
    checkpoints = by;
  }

  /** Sets the ends after which the job is resumed later. */
  void mayBeResumed(Predicate<JobEnd> after) {
    toBeResumed = after;
  }

  /** Lets the job continue if a host does not join. */
  void mayBeMissing() {
    mayBeMissing = true;
  }

  /** Takes the ranks that had ended before the job was resumed. */
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
   * Prints the remaining output of all ranks; to be called when no rank is left. An unfinished last
   * line stays so, see {@link Console#stopped}.
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

  /** Handles that the program has ended while the job was being stopped. */
  void allEnded() {
    for (int rank = 0; rank < outputs.size(); rank++) {
      console.ended(rank);
    }
  }

  private static Consumer<byte[]> giver(RemoteHost host) {
    return piece -> host.tell(new ToHost.Input(piece));
  }

  /** Makes the ranks of lost hosts be repeated on others from now on. */
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

  /** Sets the listener for hosts of which another one hears nothing, by their numbers. */
  void onSilentPeer(IntConsumer asker) {
    silentPeer = asker;
  }

  /** Takes the event loggers that the launcher does not reach. */
  LoggerNotices loggerNotices() {
    return loggers.of(LAUNCHER);
  }

  /** Forgets the requests of a lost host. */
  void forget(int host) {
    loggers.lost(host);
  }

  /** The newest known incarnation of a rank. */
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

  /** Takes what a previous coordinator knew. */
  void know(Map<Integer, Integer> newest) {
    newest.forEach(this::know);
  }

  /**
   * The notes of what has been shown, as far as it has changed since the last call; none once
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

  /** The output that was shown and is not in the coordinator's notes yet. */
  UnnotedOutput unnoted() {
    return unnoted;
  }

  /** Takes an incarnation of a rank that exists, or will. */
  synchronized void know(int rank, int incarnation) {
    incarnations[rank] = Math.max(incarnations[rank], incarnation);
  }

  /** Handles that a rank of a lost host is repeated on another one from its beginning. */
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

  /** The rank's output comes before its end. */
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
