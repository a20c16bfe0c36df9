package org.ftmpj.benchmarks;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.time.Deadline;

/**
 * Run time of a job whose ranks are killed at random moments, a Poisson process, by what is done
 * about it. {@link Strategies} simulates the same where measuring would take days. All variants
 * have the same failures: when they come follows from the rate and the number of the job.
 *
 * <p>To go back together, all ranks are killed when one of them is, and each restarts from the
 * checkpoint that all of them were asked for at one moment. What was under way between them then
 * comes from the logs, so such a job is logged, too.
 */
final class RandomFailures implements Benchmark {
  private static final int RANKS = 4;
  private static final String MAIN = "org.ftmpj.samples.life.GameOfLife";

  /** Some 20 s without failures, on two processors. */
  private static final List<String> ARGUMENTS = List.of("500", "500", "12000", "600");

  private static final List<String> QUICK_ARGUMENTS = List.of("500", "500", "3000", "600");

  /** In a minute. */
  private static final int[] RATES = {0, 1, 2, 4, 6};

  private static final int[] QUICK_RATES = {0, 6};

  private static final int JOBS = 3;

  private static final double MINUTE_S = 60;
  private static final double BILLION = 1e9;
  private static final long POLL_NS = 1_000_000;

  /** A job that takes so long is given up. */
  private static final Duration LONGEST = Duration.ofMinutes(5);

  @Override
  public String name() {
    return "failures";
  }

  @Override
  public String title() {
    return "a job whose ranks are killed at random (measured)";
  }

  @Override
  public String axis() {
    return "failures in a minute, in the mean";
  }

  @Override
  public boolean isLinear() {
    return true;
  }

  @Override
  public List<Variant> variants() {
    return List.of(
        Variant.RESTART, Variant.COORDINATED, Variant.LOGGING, Variant.LOGGING_CHECKPOINTS);
  }

  @Override
  public int turns() {
    return 1;
  }

  @Override
  public void measure(Jobs jobs, Variant variant, boolean quick, Results results)
      throws IOException, InterruptedException {
    for (int rate : quick ? QUICK_RATES : RATES) {
      for (int job = 0; job < (quick ? 1 : JOBS); job++) {
        Failures failures = new Failures(rate, job);
        double seconds = run(jobs, variant, quick ? QUICK_ARGUMENTS : ARGUMENTS, failures);
        results.add(new Row("run time", "" + rate, rate, "s"), variant, seconds);
        results.add(new Row("failures in it", "" + rate, 0, ""), variant, failures.happened);
      }
    }
  }

  /** From its start to its end, however often it was started again. */
  private static double run(Jobs jobs, Variant variant, List<String> arguments, Failures failures)
      throws IOException, InterruptedException {
    long startNs = System.nanoTime();
    Deadline deadline = Deadline.in(LONGEST);
    failures.begin(startNs);
    while (!ends(jobs, variant, arguments, failures, deadline)) {
      if (deadline.isOver()) {
        throw new FtmpjException(
            ErrorCode.NOT_MEASURED,
            variant.title() + ": the job has not ended within " + LONGEST.toMinutes() + " minutes");
      }
    }
    return (System.nanoTime() - startNs) / BILLION;
  }

  /** Whether the job ended well; otherwise it was ended by a failure. */
  private static boolean ends(
      Jobs jobs, Variant variant, List<String> arguments, Failures failures, Deadline deadline)
      throws IOException, InterruptedException {
    try (KeptJob kept = new KeptJob(jobs.scratch())) {
      boolean isRestarted = variant == Variant.RESTART;
      List<String> options = isRestarted ? List.of() : new ArrayList<>(kept.options());
      Running job = jobs.start(variant, RANKS, options, MAIN, arguments);
      Victims victims = new Victims(kept.layout(), RANKS);
      JointCheckpoints joint =
          variant == Variant.COORDINATED ? new JointCheckpoints(kept.layout()) : null;
      while (job.isAlive() && !deadline.isOver()) {
        if (failures.isDue()) {
          if (isRestarted) {
            failures.happened++;
            job.end();
            return false;
          }
          int rank = failures.rank(RANKS);
          failures.happened +=
              victims.kill(
                  joint == null ? List.of(rank) : IntStream.range(0, RANKS).boxed().toList());
        }
        if (joint != null) {
          joint.askIfDue();
        }
        LockSupport.parkNanos(POLL_NS);
      }
      if (deadline.isOver()) {
        job.end();
        return false;
      }
      job.await();
      return true;
    }
  }

  /** When the failures of one job come, and whom they hit. */
  private static final class Failures {
    private final double rate;
    private final SplittableRandom random;
    private double nextS;
    private long startNs;
    private int happened;

    Failures(int inMinute, int job) {
      this.rate = inMinute / MINUTE_S;
      this.random = new SplittableRandom(31L * inMinute + job);
    }

    void begin(long nowNs) {
      startNs = nowNs;
      nextS = gap();
    }

    boolean isDue() {
      if ((System.nanoTime() - startNs) / BILLION < nextS) {
        return false;
      }
      nextS += gap();
      return true;
    }

    int rank(int ranks) {
      return random.nextInt(ranks);
    }

    private double gap() {
      return rate == 0 ? Double.POSITIVE_INFINITY : -Math.log(1 - random.nextDouble()) / rate;
    }
  }
}
