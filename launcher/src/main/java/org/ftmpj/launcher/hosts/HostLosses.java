package org.ftmpj.launcher.hosts;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.Placement;
import org.ftmpj.hostd.job.MovedRank;
import org.ftmpj.hostd.job.ToHost;
import org.ftmpj.hostd.job.ToLauncher;
import org.ftmpj.hostd.logs.MirroredChannel;
import org.ftmpj.logger.store.StreamEntry;
import org.ftmpj.supervisor.ending.Verdict;

/**
 * Has the ranks of lost hosts repeated on others, at level {@code host}. For each loss, in steps
 * that all hosts that are left answer: they part from the lost host, so that nothing comes from it
 * any more; its stream of determinants is fenced, and read to the hosts where its ranks go; all
 * expect the records of those ranks; then they start. A host that is lost meanwhile is dealt with
 * in the same way, before the next step. Has a thread of its own.
 */
final class HostLosses implements AutoCloseable {
  /** How long the launcher itself may take to lose a host that another one has lost. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Map<Integer, RemoteHost> hosts = new HashMap<>();
  private final RanksElsewhere ranks;
  private final Replacement replacement;
  private final LostStreams streams;
  private final Told told;
  private final Verdict verdict;
  private final AskedHosts asked = new AskedHosts();
  private final BlockingQueue<Loss> losses = new LinkedBlockingQueue<>();
  private final Thread thread = new Thread(this::run, "losses of hosts");

  /** In the order of their losses. */
  private final Set<Integer> lost = new LinkedHashSet<>();

  private final Set<Integer> parted = new TreeSet<>();

  /** Of each rank the lost hosts on which it was. */
  private final Map<Integer, Set<Integer>> before = new HashMap<>();

  /** Ranks that have been placed and not started yet. */
  private final Set<Integer> moving = new TreeSet<>();

  /** Those of them of which their new host has the determinants. */
  private final Set<Integer> informed = new TreeSet<>();

  /** Which hosts have lost each host. Guarded by itself. */
  private final Map<Integer, Set<Integer>> reports = new HashMap<>();

  private Placement placement;

  private record Loss(int host, FtmpjException why) {}

  /** Learns what becomes of the job. */
  interface Told {
    /**
     * A host is lost, and the job goes on.
     *
     * @param moved in words
     */
    void lost(FtmpjException why, String moved);

    /** Ranks are elsewhere now. */
    void placed(Placement placement);
  }

  HostLosses(
      List<RemoteHost> hosts,
      RanksElsewhere ranks,
      HostList.Division division,
      LostStreams streams,
      Told told,
      Verdict verdict) {
    hosts.forEach(host -> this.hosts.put(host.number(), host));
    this.ranks = ranks;
    this.replacement = new Replacement(division.slots());
    this.placement = division.placement();
    this.streams = streams;
    this.told = told;
    this.verdict = verdict;
  }

  /** Starts its thread. */
  void start() {
    thread.setDaemon(true);
    thread.start();
  }

  /** That host is lost. Any thread. */
  void lost(RemoteHost host, FtmpjException why) {
    losses.add(new Loss(host.number(), why));
  }

  /**
   * A host says that it has lost another one. If the launcher has not lost one of both soon, it
   * gives one of them up: that which more hosts have lost. Any thread.
   */
  void reported(RemoteHost by, ToLauncher.PeerLost peer) {
    synchronized (reports) {
      reports.computeIfAbsent(peer.host(), none -> new TreeSet<>()).add(by.number());
    }
    CompletableFuture.delayedExecutor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
        .execute(() -> loseOneOf(by, hosts.get(peer.host()), peer.why()));
  }

  private void loseOneOf(RemoteHost by, RemoteHost peer, String why) {
    if (by.isLost() || peer.isLost()) {
      return;
    }
    int reportsOfPeer = reports(peer);
    int reportsOfBy = reports(by);
    boolean isPeer =
        reportsOfPeer == reportsOfBy ? peer.number() > by.number() : reportsOfPeer > reportsOfBy;
    RemoteHost given = isPeer ? peer : by;
    RemoteHost kept = isPeer ? by : peer;
    lost(
        given,
        new FtmpjException(
            ErrorCode.HOST_LOST,
            "host %s and host %s have lost each other, host %s is given up: %s"
                .formatted(kept.name(), given.name(), given.name(), why)));
  }

  private int reports(RemoteHost host) {
    synchronized (reports) {
      return reports.getOrDefault(host.number(), Set.of()).size();
    }
  }

  private void run() {
    try {
      while (true) {
        Loss loss = losses.take();
        do {
          giveUp(loss);
          loss = losses.poll();
        } while (loss != null);
        moveAll();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      verdict.failed(e);
    }
  }

  /** Until the ranks of all hosts that are lost so far have been started elsewhere. */
  private void moveAll() throws InterruptedException {
    while (!moveOnce()) {
      for (Loss loss = losses.take(); loss != null; loss = losses.poll()) {
        giveUp(loss);
      }
    }
  }

  private void giveUp(Loss loss) {
    if (!lost.add(loss.host())) {
      return;
    }
    hosts.get(loss.host()).giveUp();
    ranks.forget(loss.host());
    Placement old = placement;
    placement =
        replacement
            .without(old, lost)
            .orElseThrow(
                () ->
                    new FtmpjException(
                        ErrorCode.HOST_LOST,
                        loss.why().what() + "; no other host has room for its ranks",
                        loss.why()));
    List<Integer> moved = old.ranksOf(loss.host()).boxed().toList();
    for (int rank : moved) {
      before.computeIfAbsent(rank, none -> new LinkedHashSet<>()).add(loss.host());
      informed.remove(rank);
      moving.add(rank);
      ranks.repeatOn(hosts.get(placement.hostOf(rank)), rank);
    }
    told.lost(loss.why(), inWords(moved));
    told.placed(placement);
  }

  private String inWords(List<Integer> moved) {
    if (moved.isEmpty()) {
      return "it had no ranks";
    }
    return moved.stream()
        .map(rank -> "rank %d on %s".formatted(rank, hosts.get(placement.hostOf(rank)).name()))
        .collect(Collectors.joining(", ", "its ranks are repeated: ", ""));
  }

  /**
   * @return false if another host was lost meanwhile
   */
  private boolean moveOnce() throws InterruptedException {
    for (int host : lost) {
      if (!parted.contains(host)) {
        if (!partFrom(host)) {
          return false;
        }
        parted.add(host);
      }
    }
    inform();
    List<MovedRank> moved = new ArrayList<>();
    for (int rank : moving) {
      ranks.know(rank, ranks.incarnation(rank) + 1);
      moved.add(new MovedRank(rank, ranks.incarnation(rank)));
    }
    List<MirroredChannel> mirrored = new ArrayList<>();
    ToHost.Place place = new ToHost.Place(placement, moved);
    if (!asked.ask(left(), place, answer -> add(answer, mirrored))) {
      return false;
    }
    // A host that is lost before it has answered is dealt with as any other.
    asked.ask(left(), new ToHost.Resume(mirrored), answer -> {});
    moving.clear();
    return true;
  }

  private static void add(ToLauncher.Answer answer, List<MirroredChannel> to) {
    if (answer instanceof ToLauncher.Placed placed) {
      to.addAll(placed.mirrored());
    }
  }

  private boolean partFrom(int host) throws InterruptedException {
    return asked.ask(
        left(),
        new ToHost.Part(host),
        answer -> {
          if (answer instanceof ToLauncher.Parted there) {
            there.ranks().forEach(rank -> ranks.know(rank.rank(), rank.incarnation()));
          }
        });
  }

  /** Sends the determinants of moving ranks to their new hosts, which have them then. */
  private void inform() throws InterruptedException {
    Set<Integer> sources = new LinkedHashSet<>(lost);
    sources.removeIf(
        host ->
            moving.stream().noneMatch(r -> !informed.contains(r) && before.get(r).contains(host)));
    Map<RemoteHost, CompletableFuture<Void>> last = new HashMap<>();
    for (int host : sources) {
      streams.read(host, record -> pass(record, last));
    }
    for (Map.Entry<RemoteHost, CompletableFuture<Void>> one : last.entrySet()) {
      one.getKey().await(one.getValue());
    }
    informed.addAll(moving);
  }

  /**
   * @param last when each host has the last one that was sent to it
   */
  private void pass(ByteBuffer record, Map<RemoteHost, CompletableFuture<Void>> last) {
    StreamEntry entry = StreamEntry.decode(record);
    ranks.know(entry.rank(), entry.incarnation());
    if (moving.contains(entry.rank()) && !informed.contains(entry.rank())) {
      byte[] bytes = new byte[record.remaining()];
      record.get(record.position(), bytes);
      RemoteHost host = hosts.get(placement.hostOf(entry.rank()));
      CompletableFuture<Void> delivered = new CompletableFuture<>();
      host.tell(new ToHost.History(bytes), () -> delivered.complete(null));
      last.put(host, delivered);
    }
  }

  private List<RemoteHost> left() {
    return hosts.values().stream().filter(host -> !lost.contains(host.number())).toList();
  }

  /** From now on a host that is lost is not dealt with. */
  @Override
  public void close() {
    thread.interrupt();
    streams.close();
  }
}
