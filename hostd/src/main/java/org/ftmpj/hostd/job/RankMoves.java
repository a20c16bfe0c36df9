package org.ftmpj.hostd.job;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.job.Placement;
import org.ftmpj.hostd.copies.CheckpointCopies;
import org.ftmpj.hostd.logs.ChannelLogs;
import org.ftmpj.hostd.logs.DeterminantStream;
import org.ftmpj.hostd.logs.MirroredChannel;
import org.ftmpj.hostd.logs.MovedDeterminants;
import org.ftmpj.supervisor.record.AtomicFile;
import org.ftmpj.supervisor.record.HostsRecord;

/**
 * The steps of this host, under the launcher's lead, when other hosts are lost: it parts from them,
 * takes the determinants of ranks that move here, brings copies of checkpoints to the new hosts of
 * their ranks, expects the records of all moved ranks, and starts those that have moved here. Each
 * step is answered before the launcher continues, so that no host sends what another does not
 * expect. Has a thread of its own.
 */
final class RankMoves {
  private final JobOrder order;
  private final JobLayout layout;
  private final LauncherLink launcher;
  private final Instructions instructions;
  private final PeerSessions peers;
  private final ChannelLogs channels;
  private final Optional<DeterminantStream> stream;
  private final Optional<CheckpointCopies> copies;
  private final Consumer<IntStream> starting;
  private final Consumer<Throwable> failed;
  private final Thread thread = new Thread(this::run, "moves of ranks");

  /** The hosts that the job has lost. */
  private final Set<Integer> lost;

  private MovedDeterminants determinants;
  private List<MovedRank> moved = List.of();
  private volatile Placement placement;

  /**
   * @param starting starts ranks that have come to this host
   * @param failed receives a failure that ends the job
   */
  RankMoves(
      JobOrder order,
      JobLayout layout,
      LauncherLink launcher,
      Instructions instructions,
      PeerSessions peers,
      ChannelLogs channels,
      Optional<DeterminantStream> stream,
      Optional<CheckpointCopies> copies,
      Consumer<IntStream> starting,
      Consumer<Throwable> failed) {
    this.order = order;
    this.lost = new TreeSet<>(order.turn().lost());
    this.layout = layout;
    this.launcher = launcher;
    this.instructions = instructions;
    this.peers = peers;
    this.channels = channels;
    this.stream = stream;
    this.copies = copies;
    this.starting = starting;
    this.failed = failed;
    this.determinants = new MovedDeterminants(layout);
    this.placement = order.placement();
  }

  /** Starts its thread. The ranks of this host have been started. */
  void start() {
    thread.setDaemon(true);
    thread.start();
  }

  /** The present placement of ranks. Any thread. */
  Placement placement() {
    return placement;
  }

  private void run() {
    try {
      while (true) {
        take(instructions.nextMove());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      failed.accept(e);
    }
  }

  private void take(ToHost message) throws InterruptedException {
    if (message instanceof ToHost.History history) {
      determinants.add(ByteBuffer.wrap(history.record()));
    } else if (message instanceof ToHost.ToAll step) {
      launcher.tell(new ToLauncher.Answered(step.number(), answer(step.move())));
    }
  }

  private ToLauncher.Answer answer(ToHost.Move step) throws InterruptedException {
    if (step instanceof ToHost.Part part) {
      return part(part.host());
    }
    return step instanceof ToHost.Place place ? place(place) : resume((ToHost.Resume) step);
  }

  private ToLauncher.Parted part(int host) throws InterruptedException {
    lost.add(host);
    peers.part(host);
    Map<Integer, Integer> newest = new TreeMap<>(channels.part(host));
    if (copies.isPresent()) {
      copies.get().part(host).forEach((rank, read) -> newest.merge(rank, read, Math::max));
    }
    List<MovedRank> ranks =
        newest.entrySet().stream()
            .map(rank -> new MovedRank(rank.getKey(), rank.getValue()))
            .toList();
    return new ToLauncher.Parted(host, ranks);
  }

  private ToLauncher.Placed place(ToHost.Place place) throws InterruptedException {
    placement = place.placement();
    moved = place.moved();
    List<String> names = order.hosts().stream().map(JobOrder.Peer::name).toList();
    new HostsRecord(order.host(), names, placement, lost).write(layout.hosts());
    for (MovedRank rank : place.moved()) {
      copies.ifPresent(all -> all.placed(rank.rank(), rank.incarnation()));
      if (isHere(rank)) {
        AtomicFile.write(layout.incarnation(rank.rank()), rank.incarnation() - 1 + "\n");
        AtomicFile.write(layout.cameAs(rank.rank()), rank.incarnation() + "\n");
        long last = determinants.complete(rank.rank());
        if (stream.isPresent()) {
          stream.get().add(rank.rank(), last);
        }
      }
    }
    determinants.close();
    List<Integer> there = List.of();
    List<Integer> needing = List.of();
    if (copies.isPresent()) {
      there = copies.get().bring(placement, ranks());
      needing = copies.get().needingCopies(ranks());
    }
    return new ToLauncher.Placed(channels.expect(placement, ranks()), there, needing);
  }

  private ToLauncher.Resumed resume(ToHost.Resume resume) throws InterruptedException {
    List<MirroredChannel> ofRanksHere =
        resume.mirrored().stream()
            .filter(channel -> placement.hostOf(channel.source()) == order.host())
            .toList();
    moved.stream()
        .filter(this::isHere)
        .forEach(rank -> copies.ifPresent(all -> all.restore(rank.rank(), rank.incarnation())));
    if (Thread.interrupted()) {
      // The job ends: an interrupted copy looks damaged. The next run restores ranks that have not
      // started.
      throw new InterruptedException();
    }
    channels.resume(placement, ranks(), ofRanksHere);
    starting.accept(here());
    copies.ifPresent(all -> all.add(here()));
    return new ToLauncher.Resumed();
  }

  private List<Integer> ranks() {
    return moved.stream().map(MovedRank::rank).toList();
  }

  private boolean isHere(MovedRank rank) {
    return placement.hostOf(rank.rank()) == order.host();
  }

  private IntStream here() {
    return moved.stream().filter(this::isHere).mapToInt(MovedRank::rank);
  }

  /** Ends its thread, and waits for it. */
  void end() throws InterruptedException {
    thread.interrupt();
    thread.join();
    determinants.close();
  }
}
