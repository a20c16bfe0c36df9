package org.ftmpj.hostd.copies;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
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
  private EdgeGate gate;
  private Thread thread;
  private boolean failing;

  private CheckpointCopies(
      JobLayout layout,
      ControlBlock control,
      CopyDirectory directory,
      int host,
      Consumer<String> notice) {
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
    return new CheckpointCopies(layout, control, directory, host, notice);
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
      while (!closing.await(LOOK_MS, TimeUnit.MILLISECONDS)) {
        addAll();
        if (pause > 0) {
          pause--;
        } else if (!copyEach()) {
          pause = PAUSE;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IllegalStateException e) {
      if (closing.getCount() > 0) {
        throw e;
      }
    } finally {
      ranks.forEach(RankCopies::close);
    }
  }

  private void addAll() {
    for (Integer rank = added.poll(); rank != null; rank = added.poll()) {
      try {
        ranks.add(new RankCopies(layout, directory.make(host, rank), rank, control.size(), gate));
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

  /** From now on nothing is copied. Does not wait. */
  public void stop() {
    closing.countDown();
    ranks.forEach(RankCopies::end);
  }

  /** Ends its thread; the gate is closed by now. Then removes what is here of this host. */
  public void close() throws InterruptedException {
    stop();
    if (thread != null) {
      thread.join();
    }
    List<Integer> parts = new ArrayList<>(lost);
    parts.add(host);
    directory.leave(parts, notice);
  }
}
