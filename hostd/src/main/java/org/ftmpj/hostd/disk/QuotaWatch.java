package org.ftmpj.hostd.disk;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.ftmpj.common.config.LogQuota;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.time.Deadline;
import org.ftmpj.supervisor.ending.Verdict;

/**
 * Keeps the logs that a job has on this host within its quota: looks at their size, asks ranks for
 * checkpoints, by which logs get shorter, holds ranks up near the quota until there are these, and
 * ends the job if that does not help, so that it can be resumed with a larger one. One thread.
 */
public final class QuotaWatch {
  /** Between two looks at how much was logged, and for answers of ranks. */
  private static final Duration LOOK = Duration.ofMillis(20);

  /** So long it takes at most, as a rule, until what checkpoints let go is gone. */
  private static final Duration PRUNED = Duration.ofMillis(20);

  /** For so long a job goes on at its quota, if its ranks can be held up meanwhile. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final int MIB = 20;

  private final LogQuota quota;
  private final JobLayout layout;
  private final CheckpointRequesting asks;
  private final Verdict verdict;
  private final Consumer<FtmpjException> ending;
  private final LoggedMessages messages;
  private final QuotaSteps steps;
  private final Optional<ThrottledRanks> held;
  private final QuotaThrottling hold;

  /** The pace of what is known by counting only: all but large messages. */
  private final QuotaPace pace = new QuotaPace();

  /** The size of the logs on the disk at the last count, in bytes. */
  private long counted;

  /** The bytes of messages that had been logged at the last count. */
  private long loggedThen;

  /**
   * @param layout of the job's directory on this host
   * @param messages that the ranks of this host have logged
   * @param held holds ranks up; empty where that does not help: at the quota the job ends at once
   * @param verdict when it is known nothing is watched any more
   * @param ending ends the job; is told LOG_QUOTA, or why the logs cannot be watched
   */
  public QuotaWatch(
      LogQuota quota,
      JobLayout layout,
      LoggedMessages messages,
      CheckpointRequesting asks,
      Optional<ThrottledRanks> held,
      Verdict verdict,
      Consumer<FtmpjException> ending) {
    this(quota, layout, messages, asks, held, verdict, ending, PATIENCE);
  }

  /**
   * @param patience for how long the job goes on at its quota at most
   */
  QuotaWatch(
      LogQuota quota,
      JobLayout layout,
      LoggedMessages messages,
      CheckpointRequesting asks,
      Optional<ThrottledRanks> held,
      Verdict verdict,
      Consumer<FtmpjException> ending,
      Duration patience) {
    this.quota = quota;
    this.layout = layout;
    this.asks = asks;
    this.verdict = verdict;
    this.ending = ending;
    this.messages = messages;
    this.steps = new QuotaSteps(quota.bytes());
    this.held = held;
    this.hold = new QuotaThrottling(quota.bytes(), held.isPresent() ? patience : Duration.ZERO);
  }

  /**
   * To be called before ranks start, of a job that is resumed. Does nothing without a quota.
   *
   * @throws FtmpjException LOG_QUOTA; CANNOT_START if there is no {@code du}
   */
  public static void requireRoom(LogQuota quota, JobLayout layout) {
    if (quota.isSet()) {
      LogUse use = LogUse.of(layout);
      if (use.bytes() >= quota.bytes()) {
        throw atQuota(quota, use, "");
      }
    }
  }

  /** Begins to look, if there is a quota. */
  public void start() {
    if (quota.isSet()) {
      Thread thread = new Thread(this::run, "log quota");
      thread.setDaemon(true);
      thread.start();
    }
  }

  private void run() {
    try {
      while (!verdict.isKnown()) {
        long startNs = System.nanoTime();
        count();
        rest(System.nanoTime() - startNs);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (FtmpjException e) {
      ending.accept(e);
    } catch (RuntimeException e) {
      verdict.failed(e);
    }
  }

  private void count() {
    loggedThen = messages.bytes();
    LogUse use = LogUse.of(layout);
    counted = use.bytes();
    long nowNs = System.nanoTime();
    boolean isHeld = hold.seen(counted, nowNs);
    if (hold.isOver(counted, nowNs)) {
      throw atQuota(quota, use, "; " + asks.why());
    }
    held.ifPresent(ranks -> ranks.hold(isHeld, counted));
    if (steps.areDue(counted) || asks.areOver() && held.isPresent() && hold.isRoundDue()) {
      use.endsOfLargest().forEach(asks::ask);
    }
    pace.seen(counted - use.payloads(), full() - use.payloads(), nowNs);
  }

  /** At which size something is to be done. */
  private long full() {
    long next = Math.min(steps.next(), quota.bytes());
    return counted < hold.from() ? Math.min(next, hold.from()) : next;
  }

  /**
   * An upper bound of the size of the logs, as long as only messages of this host's ranks have been
   * logged since the last count.
   */
  private long atMost() {
    return counted + messages.bytes() - loggedThen;
  }

  private static FtmpjException atQuota(LogQuota quota, LogUse use, String why) {
    return new FtmpjException(
        ErrorCode.LOG_QUOTA,
        "the logs of the job take %d MiB, its quota (log.max) is %d MiB%s"
            .formatted(use.bytes() >> MIB, quota.mib(), why));
  }

  /**
   * Until they are to be counted again, and hears what ranks answer.
   *
   * @param countNs how long the last count took
   */
  private void rest(long countNs) throws InterruptedException {
    Deadline deadline = Deadline.in(pace.rest(countNs));
    Deadline soonest = Deadline.in(Duration.ofNanos(2 * countNs));
    while (!deadline.isOver() && !verdict.isKnown()) {
      long most = atMost();
      if (most >= hold.from()) {
        // During a count a fast program could fill the rest of the quota.
        held.ifPresent(ThrottledRanks::holdAtOnce);
      }
      if (soonest.isOver() && most >= full()) {
        return;
      }
      if (asks.areOver()) {
        verdict.awaitKnown(LOOK);
      } else {
        Optional<CheckpointRequesting.Answer> answer = asks.next(LOOK.toMillis());
        if (answer.isPresent() && answer.get() == CheckpointRequesting.Answer.REFUSED) {
          steps.refused();
          hold.refused();
        }
        if (asks.areOver()) {
          hold.answered();
        }
        deadline = asks.areOver() ? Deadline.in(PRUNED) : deadline;
      }
    }
  }
}
