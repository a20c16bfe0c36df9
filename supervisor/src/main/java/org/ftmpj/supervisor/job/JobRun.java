package org.ftmpj.supervisor.job;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.supervisor.console.JobConsole;
import org.ftmpj.supervisor.ending.JobEnd;
import org.ftmpj.supervisor.ending.Verdict;
import org.ftmpj.supervisor.rank.HangPolicy;
import org.ftmpj.supervisor.rank.HangWatch;
import org.ftmpj.supervisor.rank.RankOutcome;
import org.ftmpj.supervisor.rank.RankSupervisor;
import org.ftmpj.supervisor.rank.RestartPolicy;
import org.ftmpj.supervisor.record.AtomicFile;

/**
 * Runs the ranks of a job that this process supervises: all of them, or one of a job whose ranks
 * each have a supervisor process. Starts them, restarts those that die, and stops the rest when the
 * verdict is known. One thread, except for {@link #startMoved}.
 */
public final class JobRun {
  private static final Duration GRACE = Duration.ofSeconds(2);

  private final JobLayout layout;
  private final JobConsole console;
  private final Verdict verdict;
  private final List<RankSupervisor> supervisors = new CopyOnWriteArrayList<>();
  private final Map<Integer, Integer> finished = new TreeMap<>();
  private boolean resumable;
  private boolean stopping;
  private int stopped;

  /** Prepares the job until its ranks are {@linkplain JobRun#start started}. */
  @FunctionalInterface
  public interface Beginning {
    void run() throws InterruptedException;
  }

  /** Makes an event logger that outlives the job forget it. */
  @FunctionalInterface
  public interface Forgetting {
    /** Returns the message for the user if it does not; empty if all is well. */
    Optional<String> forget(JobLayout layout) throws InterruptedException;
  }

  /**
   * @param layout of the job's directory
   * @param console shows the output of the ranks and what happens to them
   * @param verdict learns their ends, and decides that of the job
   */
  public JobRun(JobLayout layout, JobConsole console, Verdict verdict) {
    this.layout = layout;
    this.console = console;
    this.verdict = verdict;
  }

  /**
   * Runs the job until its end is known and these ranks have no process any more.
   *
   * @param beginning its exception ends the job
   */
  public JobEnd run(HangPolicy hangs, Beginning beginning) throws InterruptedException {
    Optional<HangWatch> watch = Optional.empty();
    try {
      beginning.run();
      watch = Optional.of(HangWatch.start(hangs, supervisors, console::notice));
    } catch (RuntimeException | OutOfMemoryError e) {
      // The second, too, where the system allows no more threads.
      verdict.failed(e);
    }
    JobEnd ending = verdict.await();
    watch.ifPresent(HangWatch::close);
    boolean goesOn =
        ending instanceof JobEnd.Stopped || resumable && !(ending instanceof JobEnd.Over);
    stopAll(goesOn);
    return goesOn ? meanwhile().orElse(ending) : ending;
  }

  /**
   * Makes the job resumable whatever ends it except its program: its ranks are killed then, as when
   * it is stopped.
   */
  public JobRun resumable() {
    resumable = true;
    return this;
  }

  /** Starts ranks, unless the job's end is known already. To be called once. */
  public void start(IntStream ranks, JobRanks those) {
    start(ranks, those, RankSupervisor::start);
  }

  /**
   * Starts the next incarnations of ranks of a job that is resumed. Instead of {@link #start}.
   *
   * @param before ranks that had ended before; what could not be printed of them then is now
   */
  public void resume(IntStream ranks, Collection<Integer> before, JobRanks those) {
    List<Integer> all = ranks.boxed().toList();
    for (int rank : all) {
      if (before.contains(rank)) {
        console.follow(rank, layout.output(rank));
        console.ended(rank);
      }
    }
    IntStream left = all.stream().mapToInt(rank -> rank).filter(rank -> !before.contains(rank));
    start(left, those, RankSupervisor::startAgain);
  }

  private void start(IntStream ranks, JobRanks those, Consumer<RankSupervisor> how) {
    if (verdict.isKnown()) {
      return;
    }
    console.start(verdict::failed);
    supervisors.addAll(ranks.mapToObj(rank -> supervisor(rank, those)).toList());
    supervisors.forEach(how);
  }

  /**
   * Starts ranks that have died on another host, unless the job's end is known already. Any thread.
   */
  public synchronized void startMoved(IntStream ranks, JobRanks those) {
    if (stopping) {
      return;
    }
    List<RankSupervisor> moved = ranks.mapToObj(rank -> supervisor(rank, those)).toList();
    supervisors.addAll(moved);
    moved.forEach(RankSupervisor::startAgain);
  }

  private synchronized void startNoMore() {
    stopping = true;
  }

  private RankSupervisor supervisor(int rank, JobRanks ranks) {
    console.follow(rank, layout.output(rank));
    RankSupervisor supervisor =
        new RankSupervisor(
            rank,
            layout,
            RestartPolicy.standard(),
            new SupervisedRank(rank, ranks, console, verdict));
    supervisor.outcome().exceptionally(this::failed);
    return supervisor;
  }

  private RankOutcome failed(Throwable e) {
    verdict.failed(e instanceof CompletionException ? e.getCause() : e);
    return null;
  }

  /** Stops all ranks, including those being restarted; waits until all are reaped. */
  private void stopAll(boolean killed) throws InterruptedException {
    startNoMore();
    supervisors.forEach(killed ? RankSupervisor::abandon : RankSupervisor::requestStop);
    for (RankSupervisor supervisor : supervisors) {
      supervisor.stop(GRACE);
      RankOutcome end = supervisor.outcome().handle((outcome, e) -> outcome).join();
      stopped += end instanceof RankOutcome.Stopped ? 1 : 0;
      if (end instanceof RankOutcome.Finished one) {
        finished.put(supervisor.rank(), one.code());
      }
    }
  }

  /** The end that the job has reached by itself while it was being stopped. */
  private Optional<JobEnd> meanwhile() {
    Verdict own = new Verdict(supervisors.size());
    for (RankSupervisor supervisor : supervisors) {
      supervisor
          .outcome()
          .handle((outcome, e) -> outcome)
          .thenAccept(outcome -> own.ended(supervisor.rank(), outcome))
          .join();
    }
    return own.isKnown() ? Optional.of(own.await()) : Optional.empty();
  }

  /** The exit codes of the ranks that ended by themselves. */
  public Map<Integer, Integer> finished() {
    return finished;
  }

  /** The number of ranks that did not end by themselves. */
  public int stopped() {
    return stopped;
  }

  /** Retains the job's directory, with a note of the job's end, and prints its place. */
  public void keep(JobEnd ending) {
    try {
      AtomicFile.write(layout.ended(), ending + "\n");
    } catch (FtmpjException e) {
      // That the disk is full must not hide why the job ended.
      console.notice(e.getMessage());
    }
    console.notice("the job directory is " + layout.directory());
  }

  /**
   * Removes the job's directory.
   *
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  public void remove(Forgetting forgetting) throws InterruptedException {
    forgetting.forget(layout).ifPresent(console::notice);
    JobRemoval.removeAtEnd(layout, console::notice);
  }
}
