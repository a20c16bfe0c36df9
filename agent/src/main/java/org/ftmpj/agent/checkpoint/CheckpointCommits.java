package org.ftmpj.agent.checkpoint;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Consumer;
import org.ftmpj.checkpoint.store.CheckpointStore;
import org.ftmpj.checkpoint.store.CheckpointStore.Stored;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.life.OwnThreads;

/**
 * Syncs written checkpoints to the disk, and gives them their names, while the program runs: in a
 * thread of its own, one at a time. Until then a restart does not find them.
 */
final class CheckpointCommits {
  private final CheckpointStore store;
  private final BlockingQueue<Written> written = new ArrayBlockingQueue<>(1);
  private volatile boolean busy;

  /**
   * A checkpoint whose files are complete.
   *
   * @param done told, in the thread of the commits, when it is on the disk
   * @param failed told instead why it has failed
   */
  record Written(Stored begun, Runnable done, Consumer<FtmpjException> failed) {}

  CheckpointCommits(CheckpointStore store) {
    this.store = store;
  }

  void start() {
    OwnThreads.all().start("ftmpj checkpoint commits", this::commitAll);
  }

  /** Whether the last one is not on the disk yet: then no other may be begun. Any thread. */
  boolean isBusy() {
    return busy;
  }

  /** Waits until it is on the disk. Not interrupted; the caller's interrupt status stays. */
  synchronized void await() {
    boolean interrupted = false;
    while (busy) {
      try {
        wait();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns at once. Not to be called while {@link #isBusy}. */
  void begin(Written checkpoint) {
    busy = true;
    written.add(checkpoint);
  }

  private void commitAll() {
    while (true) {
      try {
        commit(written.take());
      } catch (InterruptedException ofProgram) {
        // A program may interrupt every thread that it finds.
      }
    }
  }

  private void commit(Written checkpoint) {
    try {
      store.commit(checkpoint.begun());
      checkpoint.done().run();
    } catch (FtmpjException e) {
      checkpoint.failed().accept(e);
    } finally {
      over();
    }
  }

  private synchronized void over() {
    busy = false;
    notifyAll();
  }
}
