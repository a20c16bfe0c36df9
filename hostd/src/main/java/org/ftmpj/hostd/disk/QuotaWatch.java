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
 * checkpoints, by which logs get shorter, and ends the job at the quota, so that it can be resumed
 * with a larger one. Beside the path of messages, which nothing of it holds up. One thread.
 */
public final class QuotaWatch {
  /** Between two looks at how much was logged, and for answers of ranks. */
  private static final Duration LOOK = Duration.ofMillis(20);

  /** So long it takes at most, as a rule, until what checkpoints let go is gone. */
  private static final Duration PRUNED = Duration.ofMillis(20);

  private static final int MIB = 20;

  private final LogQuota quota;
  private final JobLayout layout;
  private final CheckpointAsks asks;
  private final Verdict verdict;
  private final Consumer<FtmpjException> ending;
  private final LoggedPayloads payloads;
  private final QuotaSteps steps;

  /** Of what is known by counting only: all but large messages. */
  private final QuotaPace pace = new QuotaPace();

  /** What was on the disk at the last count, and how much of large messages was logged then. */
  private long counted;

  private long loggedThen;

  /**
   * @param layout of the job's directory on this host
   * @param ranks so many have logs here: all of the job, or none where there are event loggers only
   * @param verdict when it is known nothing is watched any more
   * @param ending ends the job; is told LOG_QUOTA, or why the logs cannot be watched
   */
  public QuotaWatch(
      LogQuota quota,
      JobLayout layout,
      int ranks,
      CheckpointAsks asks,
      Verdict verdict,
      Consumer<FtmpjException> ending) {
    this.quota = quota;
    this.layout = layout;
    this.asks = asks;
    this.verdict = verdict;
    this.ending = ending;
    this.payloads = new LoggedPayloads(layout, ranks);
    this.steps = new QuotaSteps(quota.bytes());
  }

  /**
   * To be called before ranks start, of a job that is resumed. Does nothing without a quota.
   *
   * @throws FtmpjException LOG_QUOTA; CANNOT_START if there is no {@code du}
   */
  public static void requireRoom(LogQuota quota, JobLayout layout) {
    if (quota.isSet()) {
      require(quota, LogUse.of(layout));
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
    loggedThen = payloads.bytes();
    LogUse use = LogUse.of(layout);
    counted = use.bytes();
    require(quota, use);
    if (steps.areDue(counted)) {
      use.endsOfLargest().forEach(asks::ask);
    }
    pace.seen(counted - use.payloads(), full() - use.payloads(), System.nanoTime());
  }

  /** At which size something is to be done. */
  private long full() {
    return Math.min(steps.next(), quota.bytes());
  }

  /** No less than the size of the logs, but for what has grown besides large messages. */
  private long atMost() {
    return counted + payloads.bytes() - loggedThen;
  }

  private static void require(LogQuota quota, LogUse use) {
    if (use.bytes() >= quota.bytes()) {
      throw new FtmpjException(
          ErrorCode.LOG_QUOTA,
          "the logs of the job take %d MiB, its quota (log.max) is %d MiB"
              .formatted(use.bytes() >> MIB, quota.mib()));
    }
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
      if (soonest.isOver() && atMost() >= full()) {
        return;
      }
      if (asks.areOver()) {
        verdict.awaitKnown(LOOK);
      } else {
        Optional<CheckpointAsks.Answer> answer = asks.next(LOOK.toMillis());
        if (answer.isPresent() && answer.get() == CheckpointAsks.Answer.REFUSED) {
          steps.refused();
        }
        deadline = asks.areOver() ? Deadline.in(PRUNED) : deadline;
      }
    }
  }
}
