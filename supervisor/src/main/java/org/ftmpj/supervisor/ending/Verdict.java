package org.ftmpj.supervisor.ending;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.supervisor.rank.RankOutcome;

/** Decides the end of the job: the first reason counts. Thread-safe. */
public final class Verdict {
  private final CompletableFuture<JobEnd> first = new CompletableFuture<>();
  private final AtomicInteger running;

  /**
   * @param ranks number of ranks that must end with code 0 for the job to end with 0
   */
  public Verdict(int ranks) {
    this.running = new AtomicInteger(ranks);
  }

  /** Notes that a rank ended itself with that code. */
  public void ended(int code) {
    ended(code, "");
  }

  private void ended(int code, String cause) {
    if (code != 0 || running.decrementAndGet() == 0) {
      first.complete(new JobEnd.Over(code, code == 0 ? "" : cause));
    }
  }

  /**
   * Notes that a rank has ended for good. If it was stopped on request, the job's end is known
   * already.
   */
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

  /** The error of a rank that stopped itself; its message has a code and a next step already. */
  private static FtmpjException reason(RankOutcome.FailStopped stopped) {
    String what = stopped.message();
    String code = stopped.code() + ": ";
    String nextStep = " " + stopped.code().nextStep();
    what = what.startsWith(code) ? what.substring(code.length()) : what;
    what = what.endsWith(nextStep) ? what.substring(0, what.length() - nextStep.length()) : what;
    return new FtmpjException(stopped.code(), what);
  }

  /** Notes that FTMPJ cannot go on. */
  public void failed(Throwable reason) {
    first.complete(new JobEnd.Failed(FtmpjException.unexpected("", reason)));
  }

  /** Notes that the job has to be stopped, to be resumed later. */
  public void stopped(String why) {
    first.complete(new JobEnd.Stopped(why));
  }

  /** Notes that the signal of that name has ended the launcher. */
  public void signalled(String signal) {
    first.complete(new JobEnd.Signalled(signal));
  }

  /** Whether the end is known. */
  public boolean isKnown() {
    return first.isDone();
  }

  /** Completed when the end is known. */
  public CompletableFuture<JobEnd> known() {
    return first.copy();
  }

  /** Waits until the end is known, but not longer than that. */
  public void awaitKnown(Duration longest) throws InterruptedException {
    try {
      first.get(longest.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException notKnownYet) {
      return;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Waits for the end. */
  public JobEnd await() {
    return first.join();
  }
}
