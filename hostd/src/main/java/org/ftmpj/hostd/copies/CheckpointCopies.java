package org.ftmpj.hostd.copies;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.life.OwnThreads;
import org.ftmpj.hostd.logs.EdgeGate;
import org.ftmpj.transport.control.ControlBlock;

/**
 * Copies the checkpoints of this host's ranks to a directory that all hosts share, in a thread of
 * its own, as they are taken; and makes those of lost hosts the checkpoints of ranks that come here
 * (docs/protocol.md, Checkpoints on several hosts). Ranks wait for none of it.
 */
public final class CheckpointCopies {
  /** How often it looks for new checkpoints. */
  private static final long LOOK_MS = 100;

  /** For how long it is waited at most until the last checkpoints of a stopped job are copied. */
  private static final Duration CATCHING_UP = Duration.ofSeconds(10);

  /** After so many looks a copy that has failed is tried again. */
  private static final int PAUSE = 50;

  private final JobLayout layout;
  private final ControlBlock control;
  private final CopyDirectory directory;
  private final int host;
  private final Consumer<String> notice;
  private final List<RankCopies> ranks = new CopyOnWriteArrayList<>();
  private final Queue<Integer> added = new ConcurrentLinkedQueue<>();
  private final Set<Integer> restored = new TreeSet<>();
  private final Set<Integer> lost = new TreeSet<>();
  private final CountDownLatch closing = new CountDownLatch(1);
  private final CountDownLatch hurry = new CountDownLatch(1);

  /** Whether what there was when it was to hurry is copied. */
  private final CompletableFuture<Boolean> caughtUp = new CompletableFuture<>();

  /** Whether an earlier run of the job may have copied some. */
  private final boolean goesOn;

  private EdgeGate gate;
  private Thread thread;
  private boolean failing;

  private CheckpointCopies(
      JobLayout layout,
      ControlBlock control,
      CopyDirectory directory,
      int host,
      boolean goesOn,
      Consumer<String> notice) {
    this.goesOn = goesOn;
    this.layout = layout;
    this.control = control;
    this.directory = directory;
    this.host = host;
    this.notice = notice;
  }

  /**
   * Makes the part of this host in the directory.
   *
   * @param notice told what the user has to know; any thread
   * @throws FtmpjException NOT_SHARED
   */
  public static CheckpointCopies enter(
      JobLayout layout,
      ControlBlock control,
      CopyDirectory directory,
      int host,
      Consumer<String> notice) {
    directory.enter(host);
    return new CheckpointCopies(layout, control, directory, host, false, notice);
  }

  /**
   * The same of a job that is resumed: goes on with what is there.
   *
   * @param lost hosts that were lost in earlier runs
   */
  public static CheckpointCopies reenter(
      JobLayout layout,
      ControlBlock control,
      CopyDirectory directory,
      int host,
      List<Integer> lost,
      Consumer<String> notice) {
    directory.reenter(host);
    CheckpointCopies copies = new CheckpointCopies(layout, control, directory, host, true, notice);
    lost.forEach(copies::part);
    return copies;
  }

  /**
   * Begins to copy those of these ranks.
   *
   * @param itsGate what leaves this host passes it
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

  private void addAll() {
    for (Integer rank = added.poll(); rank != null; rank = added.poll()) {
      try {
        CopyDirectory.OfRank place = directory.make(host, rank);
        ranks.add(new RankCopies(layout, place, rank, control.size(), gate, goesOn));
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

  /** Returns false if one could not be copied. */
  private boolean copyEach() throws InterruptedException {
    boolean any = false;
    for (RankCopies each : ranks) {
      try {
        any |= each.copyNewest();
      } catch (FtmpjException e) {
        if (closing.getCount() > 0) {
          tell(e);
        }
        return false;
      }
    }
    failing &= !any;
    return true;
  }

  /** Once, until copies are made again. */
  private void tell(FtmpjException why) {
    if (!failing) {
      failing = true;
      notice.accept(why.getMessage());
    }
  }

  /** That host is lost; what it has copied is removed at the end. The thread that moves ranks. */
  public void part(int other) {
    lost.add(other);
  }

  /**
   * A rank of a lost host is about to start here: makes what was copied of it its checkpoints, and
   * its logs. Does nothing if that was done. The thread that moves ranks.
   *
   * @param hosts how many there are
   * @param incarnation that starts
   */
  public void restore(int rank, int hosts, int incarnation) {
    if (restored.add(rank)) {
      List<Integer> others =
          IntStream.rangeClosed(1, hosts).filter(h -> h != host).boxed().toList();
      new MovedCheckpoints(layout, control, directory, rank, incarnation, notice).restore(others);
    }
  }

  /**
   * The job is stopped, and goes on later, perhaps without this host: waits until the newest
   * checkpoints are copied, but not for long. No rank is left here, and nothing is copied
   * afterwards.
   */
  public void catchUp() throws InterruptedException {
    hurry.countDown();
    try {
      if (!caughtUp.completeOnTimeout(false, CATCHING_UP.toMillis(), TimeUnit.MILLISECONDS).get()
          && closing.getCount() > 0) {
        notice.accept(
            "the last checkpoints here are not all copied to the directory of --checkpoint-dir: if"
                + " this host is not there any more when the job is resumed, ranks go on from those"
                + " before");
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException(e); // It is never completed so.
    }
  }

  /** From now on nothing is copied. Does not wait. */
  public void stop() {
    closing.countDown();
    hurry.countDown();
    ranks.forEach(RankCopies::end);
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
    if (kept) {
      return;
    }
    List<Integer> parts = new ArrayList<>(lost);
    parts.add(host);
    directory.leave(parts, notice);
  }
}
