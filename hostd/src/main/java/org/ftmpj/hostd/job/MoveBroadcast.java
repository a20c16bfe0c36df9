package org.ftmpj.hostd.job;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.life.OwnThreads;
import org.ftmpj.network.Session;
import org.ftmpj.network.notice.NoticeTree;
import org.ftmpj.network.notice.Spread;

/**
 * Takes each move from the coordinator to all hosts once, and passes it on along the tree of hosts,
 * also in place of hosts that do not answer. Has a thread of its own, so that no session waits for
 * another one.
 */
final class MoveBroadcast {
  private static final int LAUNCHER = 0;

  private final int self;
  private final IntFunction<Session> sessions;
  private final Consumer<ToHost.ToAll> taker;
  private final Consumer<Throwable> failed;
  private final BlockingQueue<Step> steps = new LinkedBlockingQueue<>();
  private final Set<Integer> unreachable = new HashSet<>();
  private long newest;
  private byte[] message; // what the newest one is sent as
  private Spread spread; // null before the first
  private Thread thread;

  /** Something for its thread. */
  private interface Step {
    void make() throws InterruptedException;
  }

  private MoveBroadcast(
      int self,
      IntFunction<Session> sessions,
      Consumer<ToHost.ToAll> taker,
      Consumer<Throwable> failed) {
    this.self = self;
    this.sessions = sessions;
    this.taker = taker;
    this.failed = failed;
  }

  /**
   * @param sessions with the other hosts, by their numbers
   * @param taker does what this host has to do; may wait
   * @param failed is told what ends the job
   */
  static MoveBroadcast start(
      int self,
      IntFunction<Session> sessions,
      Consumer<ToHost.ToAll> taker,
      Consumer<Throwable> failed) {
    MoveBroadcast started = new MoveBroadcast(self, sessions, taker, failed);
    started.thread = OwnThreads.all().start("moves to all hosts", started::run);
    return started;
  }

  private void run() {
    try {
      while (true) {
        steps.take().make();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      failed.accept(e);
    }
  }

  /** Takes a move. Any thread; does not wait. */
  void come(ToHost.ToAll move) {
    steps.add(() -> take(move));
  }

  /** Tells those of the hosts that are heard, not over the tree. Any thread; does not wait. */
  void tellEach(Collection<Integer> hosts, ToHost what) {
    byte[] told = ToHost.CODEC.encode(what);
    steps.add(
        () -> {
          for (int host : hosts) {
            if (!unreachable.contains(host)) {
              tell(host, told);
            }
          }
        });
  }

  /**
   * Tells all of the hosts, not over the tree; one that does not answer takes it when it does, or
   * is lost. Any thread; does not wait.
   */
  void tellAll(Collection<Integer> hosts, ToHost what) {
    byte[] told = ToHost.CODEC.encode(what);
    steps.add(
        () -> {
          for (int host : hosts) {
            tell(host, told);
          }
        });
  }

  /** Notes that a host does not answer or is lost. Any thread; does not wait. */
  void unreachable(int host) {
    steps.add(
        () -> {
          unreachable.add(host);
          takeOver(host);
        });
  }

  /** Notes that a host answers again. Any thread; does not wait. */
  void reachable(int host) {
    steps.add(() -> unreachable.remove(host));
  }

  /** Moves are numbered, and all hosts have answered one before the next begins. */
  private void take(ToHost.ToAll move) throws InterruptedException {
    if (move.number() <= newest) {
      return; // It has come on another way.
    }
    if (move.number() > newest + 1) {
      throw new FtmpjException(
          ErrorCode.INTERNAL,
          "move %d of ranks has come after move %d".formatted(move.number(), newest));
    }
    newest = move.number();
    message = ToHost.CODEC.encode(move);
    int[] members = move.members().stream().mapToInt(Integer::intValue).toArray();
    spread = new Spread(new NoticeTree(LAUNCHER, members), self, unreachable::contains);
    tell(spread.take());
    taker.accept(move);
  }

  private void takeOver(int host) throws InterruptedException {
    if (spread != null) {
      tell(spread.absent(host));
    }
  }

  private void tell(List<Integer> hosts) throws InterruptedException {
    for (int host : hosts) {
      if (!tell(host, message)) {
        takeOver(host);
      }
    }
  }

  /** Returns whether the host is not lost; its session tells of a loss itself. */
  private boolean tell(int host, byte[] what) throws InterruptedException {
    try {
      new JobLink(sessions.apply(host)).send(what, () -> {});
      return true;
    } catch (FtmpjException lost) {
      return false;
    }
  }

  /** Ends its thread, and waits for it: nothing is passed on any more. */
  void end() throws InterruptedException {
    thread.interrupt();
    thread.join();
  }
}
