package org.ftmpj.supervisor.rank;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.life.OwnThreads;
import org.ftmpj.supervisor.record.ProcessIdentity;

/**
 * Finds ranks that give no sign of life though their process exists: hung, not dead (protocol rule
 * FENCE_BEFORE_READ), so that nothing restarts them. The signs are those of a thread of FTMPJ in
 * the rank, so a rank that computes for long, or waits, is not taken for hung. This is the external
 * heartbeat of MPI/FT (section 4.3.1). Has a thread of its own, which looks once a second.
 */
public final class HangWatch implements AutoCloseable {
  private static final Duration LOOK = Duration.ofSeconds(1);

  /** The lateness of a check, on a busy machine, up to which silence counts. */
  private static final Duration LATE = Duration.ofMillis(1500);

  private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

  private final HangPolicy policy;
  private final List<RankSupervisor> ranks;
  private final List<Watched> watched = new ArrayList<>();
  private final Consumer<String> notice;
  private Thread thread;

  private HangWatch(HangPolicy policy, List<RankSupervisor> ranks, Consumer<String> notice) {
    this.policy = policy;
    this.ranks = ranks;
    this.notice = notice;
  }

  /**
   * Starts the watch, if the policy does anything.
   *
   * @param ranks all ranks of this process; more may come
   * @param notice is called with a line about each finding and its treatment
   */
  public static HangWatch start(
      HangPolicy policy, List<RankSupervisor> ranks, Consumer<String> notice) {
    HangWatch watch = new HangWatch(policy, ranks, notice);
    if (!policy.isNone()) {
      watch.thread = OwnThreads.all().start("hang watch", watch::run);
    }
    return watch;
  }

  private void run() {
    try {
      while (true) {
        while (watched.size() < ranks.size()) {
          watched.add(new Watched(ranks.get(watched.size())));
        }
        watched.forEach(Watched::look);
        Thread.sleep(LOOK.toMillis());
      }
    } catch (InterruptedException closed) {
      return;
    }
  }

  /** Ends the watch. */
  @Override
  public void close() {
    if (thread != null) {
      thread.interrupt();
    }
  }

  /** A watched rank. */
  private final class Watched {
    private static final long NONE = 0;

    private final RankSupervisor rank;
    private final RankSilence silence;

    /** The process that is suspected, or was killed. */
    private long suspected = NONE;

    private long killed = NONE;
    private long suspicions;

    Watched(RankSupervisor rank) {
      this.rank = rank;
      Duration starting = RankSilence.starting(ranks.size(), PROCESSORS);
      silence = new RankSilence(starting, LATE, HangWatch::isStopped);
    }

    void look() {
      OptionalLong pid = rank.pid();
      if (pid.isPresent()) {
        look(pid.getAsLong());
      } else {
        forget();
      }
    }

    private void look(long pid) {
      long silentNs = silence.look(pid, rank.ports().signs(), System.nanoTime());
      if (suspected != NONE && suspected != pid) {
        forget();
      }
      if (policy.isSuspect(silentNs)) {
        suspect(pid, silentNs);
      } else if (suspected != NONE) {
        forget();
        notice.accept(name(pid) + " goes on");
      }
    }

    private void suspect(long pid, long silentNs) {
      boolean stopped = silence.isStopped();
      boolean isNew = suspected == NONE;
      suspected = pid;
      suspicions += isNew ? 1 : 0;
      rank.ports().suspect(Duration.ofNanos(silentNs).toMillis(), suspicions);
      String what =
          name(pid)
              + (stopped ? " has been stopped by a signal for " : " has given no sign of life for ")
              + Duration.ofNanos(silentNs).toSeconds()
              + " s";
      if (policy.isConfirmed(silentNs)) {
        kill(pid, what);
      } else if (isNew) {
        ErrorCode code = stopped ? ErrorCode.RANK_SUSPENDED : ErrorCode.RANK_SILENT;
        notice.accept(new FtmpjException(code, what).getMessage());
      }
    }

    private void kill(long pid, String what) {
      if (killed != pid) {
        killed = pid;
        notice.accept(what + "; killing it (rank.timeout)");
        rank.kill(pid);
      }
    }

    private void forget() {
      if (suspected != NONE) {
        suspected = NONE;
        rank.ports().suspect(0, suspicions);
      }
    }

    private String name(long pid) {
      return "rank " + rank.rank() + " (process " + pid + ")";
    }
  }

  private static boolean isStopped(long pid) {
    return ProcessIdentity.of(pid).filter(ProcessIdentity::isStopped).isPresent();
  }
}
