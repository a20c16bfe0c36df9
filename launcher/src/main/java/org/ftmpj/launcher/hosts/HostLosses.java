package org.ftmpj.launcher.hosts;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.hostd.job.LostNote;
import org.ftmpj.hostd.job.MovedRank;
import org.ftmpj.hostd.job.ToHost;
import org.ftmpj.hostd.job.ToLauncher;
import org.ftmpj.supervisor.ending.Verdict;

/**
 * Moves the ranks of lost hosts to other hosts, at levels {@code host} and {@code quorum}. Each
 * loss is handled in steps that all remaining hosts answer: they part from the lost host, so that
 * nothing comes from it any more; its stream of determinants is fenced and sent to the new hosts of
 * its ranks; all expect the records of those ranks; then the ranks start. A host that is lost
 * meanwhile is handled likewise before the next step. Each step is noted before it is sent, and a
 * succeeding coordinator repeats the last one. Has a thread of its own.
 */
final class HostLosses implements AutoCloseable {
  private final Map<Integer, RemoteHost> hosts = new HashMap<>();
  private final RemoteRanks ranks;
  private final HostReplacement replacement;
  private final LostHosts lost;
  private final Optional<ToHost.ToAll> lastStep;
  private final MovingHistory.Streams streams;
  private final MovingHistory history;
  private final Notebook notes;
  private final Told told;
  private final Verdict verdict;
  private final StepReplies asked = new StepReplies();
  private final LossReports reports = new LossReports(this::lost);
  private final BlockingQueue<Loss> losses = new LinkedBlockingQueue<>();
  private final Map<Integer, CompletableFuture<Void>> known = new ConcurrentHashMap<>();
  private final Thread thread = new Thread(this::run, "losses of hosts");

  /** What is done first: hosts of an earlier run are not of this one. */
  private Optional<NextRunHosts.Leaving> leaving = Optional.empty();

  private record Loss(int host, FtmpjException why) {}

  /** Learns what becomes of the job. */
  interface Told {
    /**
     * A host is lost, and the job goes on.
     *
     * @param moved in words
     */
    void lost(FtmpjException why, String moved);

    /**
     * The job goes on without hosts that it had in an earlier run.
     *
     * @param hosts their names
     * @param moved in words
     */
    default void left(String hosts, String moved) {}

    /** Hosts are lost, and their ranks elsewhere now. */
    void placed(LostHosts now);

    /**
     * All ranks of lost hosts are about to start where they have been placed.
     *
     * @param lost the hosts, see {@link LostHosts#encodeResumed}
     */
    default void placedForGood(byte[] lost) {}
  }

  /**
   * The state of the handling of losses.
   *
   * @param lost the hosts that are lost
   * @param lastStep the step that all hosts were told last, if there was one
   */
  record Standing(LostHosts lost, Optional<ToHost.ToAll> lastStep) {}

  /**
   * @param replacement where the ranks of lost hosts go
   * @param standing from where it goes on
   */
  HostLosses(
      List<RemoteHost> hosts,
      RemoteRanks ranks,
      HostReplacement replacement,
      Standing standing,
      MovingHistory.Streams streams,
      Notebook notes,
      Told told,
      Verdict verdict) {
    hosts.forEach(host -> this.hosts.put(host.number(), host));
    this.ranks = ranks;
    this.replacement = replacement;
    this.lost = standing.lost();
    this.lastStep = standing.lastStep();
    this.streams = streams;
    this.history = new MovingHistory(lost, streams, ranks, this.hosts::get);
    this.notes = notes;
    this.told = told;
    this.verdict = verdict;
  }

  /** First, hosts of an earlier run are not of this one. Before it is started. */
  void leave(NextRunHosts.Leaving those) {
    leaving = Optional.of(those);
  }

  /** Starts its thread. */
  void start() {
    thread.setDaemon(true);
    thread.start();
  }

  /** Notes that a host is lost. Any thread. */
  void lost(RemoteHost host, FtmpjException why) {
    losses.add(new Loss(host.number(), why));
    lossOf(host).complete(null);
  }

  /** Done when it is known that that host is lost, which is dealt with then or later. */
  CompletableFuture<Void> lossOf(RemoteHost host) {
    return known.computeIfAbsent(host.number(), none -> new CompletableFuture<>());
  }

  /** A host says that it has lost another one. Any thread. */
  void reported(RemoteHost by, ToLauncher.PeerLost peer) {
    reports.reported(by, hosts.get(peer.host()), peer.why());
  }

  private void run() {
    try {
      if (lastStep.isPresent()) {
        tellAgain(lastStep.get());
      }
      if (leaving.isPresent()) {
        leaveAll(leaving.get());
      }
      giveUpAll();
      moveAll();
      while (true) {
        giveUp(losses.take());
        giveUpAll();
        moveAll();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      verdict.failed(e);
    }
  }

  /** Waits until the ranks of all hosts lost so far have been started on other hosts. */
  private void moveAll() throws InterruptedException {
    while (!lost.isSettled() && !moveOnce()) {
      giveUp(losses.take());
      giveUpAll();
    }
  }

  private void giveUpAll() throws InterruptedException {
    for (Loss loss = losses.poll(); loss != null; loss = losses.poll()) {
      giveUp(loss);
    }
  }

  private void giveUp(Loss loss) throws InterruptedException {
    if (lost.has(loss.host())) {
      return;
    }
    List<Integer> moved =
        lost.add(loss.host(), replacement)
            .orElseThrow(
                () ->
                    new FtmpjException(
                        ErrorCode.HOST_LOST,
                        loss.why().what() + "; no other host has room for its ranks",
                        loss.why()));
    doWithout(List.of(loss.host()), moved);
    told.lost(
        loss.why(),
        moved.isEmpty() ? "it had no ranks" : "its ranks are repeated: " + inWords(moved));
    told.placed(lost);
  }

  private void leaveAll(NextRunHosts.Leaving those) throws InterruptedException {
    List<Integer> moved = lost.leave(those.hosts(), those.placement());
    doWithout(those.hosts(), moved);
    told.left(
        those.hosts().stream()
            .map(host -> hosts.get(host).name())
            .collect(Collectors.joining(", ")),
        moved.isEmpty() ? "which had no ranks" : those.from() + ": " + inWords(moved));
    told.placed(lost);
  }

  private void doWithout(Iterable<Integer> gone, List<Integer> moved) throws InterruptedException {
    Map<String, byte[]> noted = new HashMap<>();
    noted.put(LostNote.NAME, LostNote.CODEC.encode(new LostNote(lost.all())));
    noted.put(LostHosts.NAME, lost.encode(ranks.incarnations()));
    notes.note(noted);
    for (int host : gone) {
      hosts.get(host).giveUp();
      ranks.forget(host);
    }
    for (int rank : moved) {
      history.moves(rank);
      ranks.repeatOn(hosts.get(lost.placement().hostOf(rank)), rank);
    }
  }

  private String inWords(List<Integer> moved) {
    return moved.stream()
        .map(r -> "rank %d on %s".formatted(r, hosts.get(lost.placement().hostOf(r)).name()))
        .collect(Collectors.joining(", "));
  }

  /**
   * @return false if another host was lost meanwhile
   */
  private boolean moveOnce() throws InterruptedException {
    for (int host : lost.toPartFrom()) {
      if (!step(new ToHost.Part(host), this::know)) {
        return false;
      }
      lost.parted(host);
    }
    if (!history.send()) {
      return false;
    }
    List<MovedRank> moved = new ArrayList<>();
    for (int rank : lost.moving()) {
      ranks.know(rank, ranks.incarnation(rank) + 1);
      moved.add(new MovedRank(rank, ranks.incarnation(rank)));
    }
    PlacedAnswers placed = new PlacedAnswers();
    ToHost.Place place = new ToHost.Place(lost.placement(), moved);
    if (!step(place, placed::add)) {
      return false;
    }
    resume(placed);
    return true;
  }

  private void resume(PlacedAnswers placed) throws InterruptedException {
    placed.requireCopies();
    // From now on the ranks may run where they are: a later run of the job has to know that.
    told.placedForGood(lost.encodeResumed(ranks.incarnations()));
    // A host that is lost before it has answered is dealt with as any other.
    step(new ToHost.Resume(placed.mirrored()), answer -> {});
    lost.resumed();
  }

  /**
   * Tells all hosts that are left.
   *
   * @return false if a host was lost before it has answered; all others have
   */
  private boolean step(ToHost.Move move, Consumer<ToLauncher.Answer> taker)
      throws InterruptedException {
    List<RemoteHost> left = left();
    ToHost.ToAll step = asked.next(left, move);
    Map<String, byte[]> noted = new HashMap<>();
    noted.put(LostHosts.NAME, lost.encode(ranks.incarnations()));
    noted.put(StepReplies.STEP, ToHost.CODEC.encode(step));
    notes.note(noted);
    return asked.ask(left, step, taker);
  }

  /**
   * Tells the step once more that another coordinator told last, or was about to. All that is left
   * to do for ranks that are moving follows. A host that was lost with that coordinator has never
   * been here, and will not answer.
   */
  private void tellAgain(ToHost.ToAll step) throws InterruptedException {
    PlacedAnswers placed = new PlacedAnswers();
    List<RemoteHost> here = left().stream().filter(host -> !lossOf(host).isDone()).toList();
    boolean all =
        asked.askAgain(
                here,
                step,
                answer -> {
                  know(answer);
                  placed.add(answer);
                })
            && here.size() == left().size();
    if (all && step.move() instanceof ToHost.Part part) {
      lost.parted(part.host());
    } else if (!lost.toPartFrom().isEmpty()) {
      return; // Lost after that step: what is moving now was not in it, or not all.
    } else if (step.move() instanceof ToHost.Resume) {
      lost.resumed();
    } else if (all && losses.isEmpty() && step.move() instanceof ToHost.Place) {
      resume(placed);
    }
  }

  private void know(ToLauncher.Answer answer) {
    if (answer instanceof ToLauncher.Parted there) {
      there.ranks().forEach(rank -> ranks.know(rank.rank(), rank.incarnation()));
    }
  }

  private List<RemoteHost> left() {
    return hosts.values().stream().filter(host -> !lost.has(host.number())).toList();
  }

  /** Ends the handling of lost hosts. */
  @Override
  public void close() {
    thread.interrupt();
    streams.close();
  }
}
