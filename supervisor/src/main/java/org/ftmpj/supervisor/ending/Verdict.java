package org.ftmpj.supervisor.ending;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.supervisor.rank.RankOutcome;

/** Finds out how the job ends: the first reason counts. Thread-safe. */
public final class Verdict {
  private final CompletableFuture<JobEnd> first = new CompletableFuture<>();
  private final AtomicInteger running;

  /**
   * @param ranks how many must end with code 0 for the job to end with 0
   */
  public Verdict(int ranks) {
    this.running = new AtomicInteger(ranks);
  }

  /** A rank has ended itself with that code. */
  public void ended(int code) {
    ended(code, "");
  }

  private void ended(int code, String cause) {
    if (code != 0 || running.decrementAndGet() == 0) {
      first.complete(new JobEnd.Over(code, code == 0 ? "" : cause));
    }
  }

  /** Notes that a rank has ended for good. On request means that the job's end is known already. */
  public void ended(int rank, RankOutcome outcome) {
    if (outcome instanceof RankOutcome.Finished finished) {
      String by = finished.cause().isEmpty() ? "" : " (" + finished.cause() + ")";
      ended(
          finished.code(),
          "rank %d ended with exit code %d%s, which ends the job"
              .formatted(rank, finished.code(), by));
    } else if (outcome instanceof RankOutcome.FailStopped stopped) {
      failed(reason(stopped));
    }
  }

  /** The message of a rank that stopped itself has its code and next step already. */
  private static FtmpjException reason(RankOutcome.FailStopped stopped) {
    String what = stopped.message();
    String code = stopped.code() + ": ";
    String nextStep = " " + stopped.code().nextStep();
    what = what.startsWith(code) ? what.substring(code.length()) : what;
    what = what.endsWith(nextStep) ? what.substring(0, what.length() - nextStep.length()) : what;
    return new FtmpjException(stopped.code(), what);
  }

  /** FTMPJ cannot go on. */
  public void failed(Throwable reason) {
    first.complete(new JobEnd.Failed(FtmpjException.unexpected("", reason)));
  }

  /** The job is to be stopped, and resumed later. */
  public void stopped(String why) {
    first.complete(new JobEnd.Stopped(why));
  }

  /** The launcher is asked to end the job, by the signal of that name. */
  public void signalled(String signal) {
    first.complete(new JobEnd.Signalled(signal));
  }

  /** Whether it is known. */
  public boolean isKnown() {
    return first.isDone();
  }

  /** Completed when it is known. */
  public CompletableFuture<JobEnd> known() {
    return first.copy();
  }

  /** Waits until it is known, but not longer than that. */
  public void awaitKnown(Duration longest) throws InterruptedException {
    try {
      first.get(longest.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException notKnownYet) {
      return;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Waits for it. */
  public JobEnd await() {
    return first.join();
  }
}
