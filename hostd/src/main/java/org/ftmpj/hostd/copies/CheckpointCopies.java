package org.ftmpj.hostd.copies;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.job.Placement;
import org.ftmpj.common.life.OwnThreads;
import org.ftmpj.hostd.logs.EdgeGate;
import org.ftmpj.network.Receiver;
import org.ftmpj.supervisor.record.AtomicFile;
import org.ftmpj.transport.channel.PositionsForLostHosts;
import org.ftmpj.transport.control.ControlBlock;
import org.ftmpj.transport.journal.RetainedPositions;

/**
 * Copies the checkpoints of this host's ranks where they survive it ({@link CopySettings}), in a
 * thread of its own, as they are taken; and makes those of lost hosts the checkpoints of ranks that
 * come here (docs/protocol.md#checkpoints-on-several-hosts). Ranks wait for none of it.
 */
public final class CheckpointCopies {
  /** The interval between looks for new checkpoints. */
  private static final long LOOK_MS = 100;

  /** For how long it is waited at most until the last checkpoints of a stopped job are copied. */
  private static final Duration CATCHING_UP = Duration.ofSeconds(10);

  /** The number of looks after which a failed copy is tried again. */
  private static final int PAUSE = 50;

  private final CopyingHost here;
  private final JobLayout layout;
  private final ControlBlock control;
  private final CopyRetention keeper;
  private final CopyProofs proofs;
  private final PublishedPositions needs;
  private final Consumer<String> notice;
  private final List<RankCopies> ranks = new ArrayList<>();
  private final Queue<Integer> added = new ConcurrentLinkedQueue<>();
  private final Set<Integer> restored = new TreeSet<>();
  private final CountDownLatch closing = new CountDownLatch(1);
  private final CountDownLatch hurry = new CountDownLatch(1);

  /** Whether who kept the copies is lost, so that all are made once more. */
  private final AtomicBoolean again = new AtomicBoolean();

  /** Whether what there was when it was to hurry is copied. */
  private final CompletableFuture<Boolean> caughtUp = new CompletableFuture<>();

  private EdgeGate gate;
  private Thread thread;
  private boolean failing;

  private CheckpointCopies(CopyingHost here, ControlBlock control, CopyRetention keeper) {
    this.here = here;
    this.layout = here.layout();
    this.control = control;
    this.keeper = keeper;
    this.proofs = here.proofs();
    this.needs = new PublishedPositions(here, control.size());
    this.notice = here.notice();
  }

  /**
   * Makes the place where copies are, or goes on with what an earlier run of the job has left
   * there.
   *
   * @throws FtmpjException NOT_SHARED
   */
  public static CheckpointCopies enter(
      CopySettings settings, CopyingHost here, ControlBlock control) {
    return new CheckpointCopies(here, control, settings.keeper(here, control));
  }

  /**
   * Begins to copy those of these ranks.
   *
   * @param itsGate the gate that everything leaving this host passes
   */
  public void start(IntStream here, EdgeGate itsGate) {
    gate = itsGate;
    add(here);
    thread = OwnThreads.all().start("ftmpj-copies", this::copyAll);
  }

  /** These have come here. Any thread. */
  public void add(IntStream moved) {
    moved.forEach(added::add);
  }

  private void copyAll() {
    try {
      int pause = 0;
      while (closing.getCount() > 0) {
        boolean last = hurry.await(LOOK_MS, TimeUnit.MILLISECONDS);
        if (closing.getCount() == 0) {
          return;
        }
        if (again.getAndSet(false)) {
          beginAgain();
          pause = 0;
        }
        addAll();
        if (pause > 0 && !last) {
          pause--;
        } else if (!copyEach()) {
          pause = PAUSE;
        }
        if (last) {
          caughtUp.complete(added.isEmpty() && pause == 0 && closing.getCount() > 0);
          return;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IllegalStateException e) {
      if (closing.getCount() > 0) {
        throw e;
      }
    } finally {
      caughtUp.complete(false);
      ranks.forEach(RankCopies::close);
    }
  }

  private void beginAgain() {
    for (RankCopies each : ranks) {
      each.close();
      added.add(each.rank());
    }
    ranks.clear();
  }

  private void addAll() {
    for (Integer rank = added.poll(); rank != null; rank = added.poll()) {
      try {
        CopyPlace place = keeper.place(rank);
        ranks.add(
            new RankCopies(
                layout,
                place,
                proofs,
                rank,
                control.size(),
                new PositionsForLostHosts(layout, control, rank),
                gate,
                () -> closing.getCount() == 0));
      } catch (IOException e) {
        added.add(rank);
        tell(
            new FtmpjException(
                ErrorCode.NOT_COPIED,
                "checkpoints of rank %d are not copied: %s".formatted(rank, Reason.of(e)),
                e));
        return;
      }
    }
  }

  /** Returns false if one could not be copied; it holds up no other rank. */
  private boolean copyEach() throws InterruptedException {
    boolean any = false;
    boolean all = true;
    for (RankCopies each : ranks) {
      try {
        if (each.copyNewest()) {
          any = true;
          needs.tell(each.rank(), each.lastTwo());
        }
      } catch (FtmpjException e) {
        // Of a host that is lost the user is told by others.
        if (closing.getCount() > 0 && !(e.getCause() instanceof PartnerLink.Ended)) {
          tell(e);
        }
        all = false;
      }
    }
    failing &= !all || !any;
    return all;
  }

  /** Once, until copies are made again. */
  private void tell(FtmpjException why) {
    if (!failing) {
      failing = true;
      notice.accept(why.getMessage());
    }
  }

  /** The session with that host has ended. Any thread. */
  public void unreachable(int other) {
    keeper.unreachable(other);
  }

  /**
   * Notes that a host is lost and its session closed. Called by the thread that moves ranks.
   *
   * @return the newest incarnations that ranks of it have read of, by what is copied of them
   */
  public Map<Integer, Integer> part(int other) throws InterruptedException {
    if (keeper.part(other)) {
      again.set(true);
    }
    return ReadIncarnations.of(keeper.kept(), proofs, other);
  }

  /**
   * Moves the copies of ranks of lost hosts to the hosts on which they have been placed; the copies
   * of this host are there when this returns, unless such a host is lost meanwhile. The thread that
   * moves ranks.
   *
   * @return the ranks that then have a usable copy there from this host
   */
  public List<Integer> bring(Placement placement, List<Integer> moved) {
    return keeper.bring(placement, moved);
  }

  /** Which of these ranks cannot begin at their start, for logs are pruned that it needs. */
  public List<Integer> needingCopies(List<Integer> ranks) {
    UsableCopies usable = new UsableCopies(layout, proofs, control.size());
    return ranks.stream().filter(usable::isNeeded).toList();
  }

  /**
   * A rank of a lost host has been placed on another one, or here. Before anything of it comes from
   * there. The thread that moves ranks.
   *
   * @param number of the incarnation that starts there
   */
  public void placed(int rank, int incarnation) {
    RetainedPositions needed =
        RetainedPositions.findToWrite(layout.retention(rank), control.size());
    if (needed != null) {
      needed.raiseCameAs(incarnation);
    }
  }

  /**
   * A rank of a lost host is about to start here, and all hosts have brought what they have of it:
   * makes what was copied of it its checkpoints, and its logs. Does nothing if that was done. The
   * thread that moves ranks.
   *
   * @param incarnation that starts
   */
  public void restore(int rank, int incarnation) {
    if (restored.add(rank)) {
      List<Integer> others =
          IntStream.rangeClosed(1, here.names().size())
              .filter(host -> host != here.host())
              .boxed()
              .toList();
      new MovedCheckpoints(layout, control, keeper.found(), proofs, rank, incarnation, notice)
          .restore(others);
    }
  }

  /**
   * The job is resumed. Ranks that were placed here in an earlier run, which ended before they had
   * started, may not have been restored, or not whole: does that, before anything else is done with
   * their logs.
   *
   * @param ranks of this host
   */
  public void restoreUnstarted(IntStream ranks) {
    ranks
        .filter(rank -> Files.exists(layout.moved(rank)) && !Files.exists(layout.process(rank)))
        .forEach(
            rank ->
                AtomicFile.read(layout.incarnation(rank))
                    .map(String::strip)
                    .ifPresent(before -> restore(rank, Integer.parseInt(before) + 1)));
  }

  /** Takes what another host sends about copies. */
  public Receiver receiverOf(int other) {
    return content -> {
      if (PublishedPositions.isOne(content)) {
        needs.receive(content);
      } else {
        keeper.receive(other, content);
      }
    };
  }

  /**
   * The job is stopped, and goes on later, perhaps without this host: waits until the newest
   * checkpoints are copied, but not for long. No rank is left here, and nothing is copied
   * afterwards.
   */
  public void catchUp() throws InterruptedException {
    keeper.hurry();
    hurry.countDown();
    try {
      if (!caughtUp.completeOnTimeout(false, CATCHING_UP.toMillis(), TimeUnit.MILLISECONDS).get()
          && closing.getCount() > 0) {
        notice.accept(
            "the last checkpoints here are not all copied: if this host is not there any more when"
                + " the job is resumed, ranks go on from those before");
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException(e); // It is never completed so.
    }
  }

  /** Stops all copying. Does not wait. */
  public void stop() {
    closing.countDown();
    hurry.countDown();
    keeper.stop();
  }

  /**
   * Ends its thread; the gate is closed by now.
   *
   * @param kept whether what is copied of this host stays, for the job goes on later; else it is
   *     removed
   */
  public void close(boolean kept) throws InterruptedException {
    stop();
    if (thread != null) {
      thread.join();
    }
    keeper.close(kept);
  }
}
