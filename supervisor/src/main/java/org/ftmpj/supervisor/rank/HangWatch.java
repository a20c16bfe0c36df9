package org.ftmpj.supervisor.rank;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.ftmpj.common.config.HangAction;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.supervisor.record.ProcessIdentity;

/**
 * Looks for ranks whose process is stopped by a signal: hung, not dead (protocol rule
 * FENCE_BEFORE_READ), so that nothing happens by itself. A rank that computes for long, or waits,
 * is not taken for hung. Has a thread of its own, which looks once a second.
 */
public final class HangWatch implements AutoCloseable {
  private static final Duration LOOK = Duration.ofSeconds(1);

  private final HangPolicy policy;
  private final List<RankSupervisor> ranks;
  private final Consumer<String> notice;
  private final Suspension[] suspensions;
  private final Thread thread;

  /** A process that was found stopped; it may be told of once. */
  private record Suspension(long pid, long sinceNs, boolean told) {}

  private HangWatch(HangPolicy policy, List<RankSupervisor> ranks, Consumer<String> notice) {
    this.policy = policy;
    this.ranks = ranks;
    this.notice = notice;
    this.suspensions = new Suspension[ranks.size()];
    this.thread = new Thread(this::run, "hang watch");
    thread.setDaemon(true);
  }

  /**
   * Starts it, if the policy has a time-out.
   *
   * @param ranks all that this process supervises
   * @param notice is told in one line what was found and done
   */
  public static HangWatch start(
      HangPolicy policy, List<RankSupervisor> ranks, Consumer<String> notice) {
    HangWatch watch = new HangWatch(policy, ranks, notice);
    if (!policy.timeout().isZero()) {
      watch.thread.start();
    }
    return watch;
  }

  private void run() {
    try {
      while (true) {
        Thread.sleep(LOOK.toMillis());
        for (int rank = 0; rank < suspensions.length; rank++) {
          suspensions[rank] = look(rank, suspensions[rank]);
        }
      }
    } catch (InterruptedException closed) {
      return;
    }
  }

  private Suspension look(int rank, Suspension before) {
    OptionalLong pid = ranks.get(rank).pid();
    if (pid.isEmpty() || !isStopped(pid.getAsLong())) {
      if (before != null && before.told() && pid.equals(OptionalLong.of(before.pid()))) {
        notice.accept("rank " + ranks.get(rank).rank() + " (process " + before.pid() + ") goes on");
      }
      return null;
    }
    if (before == null || before.pid() != pid.getAsLong()) {
      return new Suspension(pid.getAsLong(), System.nanoTime(), false);
    }
    if (before.told() || System.nanoTime() - before.sinceNs() < policy.timeout().toNanos()) {
      return before;
    }
    act(rank, before.pid());
    return new Suspension(before.pid(), before.sinceNs(), true);
  }

  private static boolean isStopped(long pid) {
    return ProcessIdentity.of(pid).filter(ProcessIdentity::isStopped).isPresent();
  }

  private void act(int rank, long pid) {
    String what =
        "rank %d (process %d) has been stopped by a signal for %d s"
            .formatted(ranks.get(rank).rank(), pid, policy.timeout().toSeconds());
    if (policy.action() == HangAction.RESTART) {
      notice.accept(what + "; killing it (hang.action=restart)");
      ranks.get(rank).kill(pid);
    } else {
      notice.accept(new FtmpjException(ErrorCode.RANK_SUSPENDED, what).getMessage());
    }
  }

  /** Ends it. */
  @Override
  public void close() {
    thread.interrupt();
  }
}
