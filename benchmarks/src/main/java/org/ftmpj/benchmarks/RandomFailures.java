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

  /** Ten seconds to half a minute without failures, on two processors. */
  private static final List<String> ARGUMENTS = List.of("500", "500", "24000", "600");

  private static final List<String> QUICK_ARGUMENTS = List.of("500", "500", "3000", "600");

  /** How many come, in the mean, in the time that the job takes without any, and unprotected. */
  private static final double[] RATES = {0, 0.5, 1, 2};

  private static final double[] QUICK_RATES = {0, 2};

  private static final int JOBS = 3;

  private static final double BILLION = 1e9;
  private static final long POLL_NS = 1_000_000;

  /** A job that takes so many times as long is given up. */
  private static final int LONGEST = 20;

  /** How long it takes without failures, and unprotected; 0 before that is known. */
  private double undisturbedS;

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
    return "failures in the time that the job takes without any, in the mean";
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
    List<String> arguments = quick ? QUICK_ARGUMENTS : ARGUMENTS;
    if (undisturbedS == 0) {
      undisturbedS =
          jobs.start(Variant.RESTART, RANKS, List.of(), MAIN, arguments).await().seconds();
    }
    for (double rate : quick ? QUICK_RATES : RATES) {
      for (int job = 0; job < (quick ? 1 : JOBS); job++) {
        Failures failures = new Failures(rate, undisturbedS, job);
        double seconds = run(jobs, variant, arguments, failures);
        results.add(new Row("run time", "" + rate, rate, "s"), variant, seconds);
        results.add(new Row("failures in it", "" + rate, 0, ""), variant, failures.happened);
      }
    }
  }

  /** From its start to its end, however often it was started again. */
  private double run(Jobs jobs, Variant variant, List<String> arguments, Failures failures)
      throws IOException, InterruptedException {
    long startNs = System.nanoTime();
    Duration longest = Duration.ofSeconds((long) Math.ceil(LONGEST * undisturbedS));
    Deadline deadline = Deadline.in(longest);
    failures.begin(startNs);
    while (!ends(jobs, variant, arguments, failures, deadline)) {
      if (deadline.isOver()) {
        throw new FtmpjException(
            ErrorCode.NOT_MEASURED,
            variant.title() + ": the job has not ended within " + longest.toSeconds() + " s");
      }
    }
    return (System.nanoTime() - startNs) / BILLION;
  }

  /** Whether the job ended well; otherwise it was ended by a failure. */
  private static boolean ends(
      Jobs jobs, Variant variant, List<String> arguments, Failures failures, Deadline deadline)
      throws IOException, InterruptedException {
    try (RetainedJob kept = new RetainedJob(jobs.scratch())) {
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

    /**
     * @param number of them in that time, in the mean
     */
    Failures(double number, double inS, int job) {
      this.rate = number / inS;
      this.random = new SplittableRandom(31L * Double.hashCode(number) + job);
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
