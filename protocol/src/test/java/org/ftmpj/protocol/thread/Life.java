package org.ftmpj.protocol.thread;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.ftmpj.common.config.Receptions;
import org.ftmpj.protocol.rank.RankSession;
import org.ftmpj.protocol.replay.RankListener;
import org.ftmpj.protocol.replay.RecoveryStatistics;

/** One incarnation of a rank of a {@link ThreadedJob}: its threads, and when it is killed. */
final class Life implements RankListener {

  /** A thread that is in an operation of a rank that was killed goes no further. */
  static final class Killed extends Error {
    private static final long serialVersionUID = 1;

    Killed() {
      super(null, null, false, false);
    }
  }

  /** What a thread of the program does. */
  interface Task {
    void run() throws InterruptedException;
  }

  private final JobLogs logs;
  private final int rank;
  private final int incarnation;
  private final Consumer<Throwable> onFailure;
  private final CompletableFuture<Void> end = new CompletableFuture<>();
  private long steps; // guarded by the logs
  private boolean dead; // guarded by the logs
  private volatile boolean live;

  /**
   * @param steps after so many it is killed
   * @param onFailure is given what a thread ends with that is not killed
   */
  Life(JobLogs logs, int rank, int incarnation, long steps, Consumer<Throwable> onFailure) {
    this.logs = logs;
    this.rank = rank;
    this.incarnation = incarnation;
    this.steps = steps;
    this.onFailure = onFailure;
  }

  /** Runs the rank until the program ends or is killed. */
  void run(ThreadedJob.Program program, boolean late, Receptions receptions) {
    guarded(
        () -> {
          LifeChannels channels = new LifeChannels(logs, this, rank);
          LifeEvents events = new LifeEvents(logs, this, rank, late);
          program.run(this, new RankSession(channels, events, this, receptions));
        });
    end.complete(null);
  }

  void awaitEnd() {
    end.join();
  }

  boolean isLive() {
    return live;
  }

  boolean isDead() {
    synchronized (logs) {
      return dead;
    }
  }

  /** Runs what one of its threads does. */
  void guarded(Task task) {
    try {
      task.run();
    } catch (Killed expected) {
      return;
    } catch (Throwable e) {
      if (!isDead()) {
        onFailure.accept(
            new AssertionError("rank " + rank + " incarnation " + incarnation + ": " + e, e));
      }
    }
  }

  Thread thread(RankSession session, Task task) {
    Threads threads = session.threads();
    threads.activate();
    LogicalThread child = threads.spawn();
    Thread thread =
        new Thread(() -> guarded(task), "rank " + rank + "." + incarnation + " " + child);
    thread.setDaemon(true);
    threads.assign(child, thread);
    thread.start();
    return thread;
  }

  /** The thread's end, unless the rank is killed before. */
  void join(Thread thread) throws InterruptedException {
    while (thread.isAlive()) {
      thread.join(50);
      if (isDead()) {
        throw new Killed();
      }
    }
  }

  /** The rank may be killed here. To be called with the logs' monitor. */
  void step() {
    if (!dead && --steps == 0) {
      dead = true;
      end.complete(null);
      logs.notifyAll();
    }
    if (dead) {
      throw new Killed();
    }
  }

  void mayDie() {
    synchronized (logs) {
      step();
    }
  }

  @Override
  public void live(RecoveryStatistics statistics) {
    live = true;
  }
}
