package org.ftmpj.benchmarks.strategy;

import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.SplittableRandom;

/**
 * How long a job takes whose ranks fail at random: a Poisson process, each failure of one rank. The
 * ranks run in lockstep: while one recovers or takes a checkpoint, all others wait, which is the
 * worst case for logging. All times are in seconds.
 *
 * @param work what it takes without failures and without anything against them
 * @param ranks of the job
 * @param pause for how long a rank stands still for a checkpoint
 * @param restart from a failure until the rank's next process has its state
 * @param restartOfAll the same of all ranks, and from the start of the program
 * @param logging what logging makes of the time, 1 if it costs nothing
 * @param replay how many times as fast as before a rank repeats what it did
 */
public record JobModel(
    double work,
    int ranks,
    double pause,
    double restart,
    double restartOfAll,
    double logging,
    double replay) {

  /** Jobs that take more than so many times their work are given up. */
  private static final double LONGEST = 100;

  /** MPI/FT's equation 1.1: the mean of a job that is started again from its beginning. */
  public double equationOfRestart(double rate) {
    return (Math.exp(rate * work) - 1) / rate;
  }

  /**
   * MPI/FT's equation 1.2, with the mean recovery from a checkpoint: half an interval is repeated.
   */
  public double equationOfTolerance(double rate) {
    double interval = intervalOfOne(rate);
    double overhead = logging * (1 + ranks * pause / interval) - 1;
    double recovery = restart + interval / 2 / replay;
    return work * (1 + overhead) * (1 + rate * recovery);
  }

  /** The part of jobs that end if the first failure ends them. */
  public double partWithoutFailure(double rate) {
    return Math.exp(-rate * work);
  }

  /** The best interval by J. W. Young, if a failure of any rank takes all back. */
  private double intervalOfAll(double rate) {
    return Math.min(work, Math.sqrt(2 * ranks * pause / rate));
  }

  /** The same if it takes that one rank back. */
  private double intervalOfOne(double rate) {
    return Math.min(work, Math.sqrt(2 * ranks * pause / rate * replay));
  }

  /** One job that is started again from its beginning; empty if it was given up. */
  public OptionalDouble restarted(double rate, SplittableRandom random) {
    return rolledBack(rate, work, 0, random);
  }

  /**
   * One job whose ranks all take a checkpoint at one moment, one after the other writing it, and
   * all go back to it at a failure.
   */
  public OptionalDouble coordinated(double rate, SplittableRandom random) {
    return rolledBack(rate, intervalOfAll(rate), ranks * pause, random);
  }

  private OptionalDouble rolledBack(
      double rate, double interval, double cost, SplittableRandom random) {
    double now = 0;
    double next = untilNext(rate, random);
    double done = 0;
    double begun = 0;
    while (now < LONGEST * work) {
      double step = Math.min(interval, work - done);
      double end = begun + step + (done + step < work ? cost : 0);
      if (next >= end) {
        done += step;
        begun = end;
        if (done >= work) {
          return OptionalDouble.of(end);
        }
      } else {
        now = next;
        begun = now + restartOfAll;
        next = now + untilNext(rate, random);
      }
    }
    return OptionalDouble.empty();
  }

  /** One job whose messages are logged: who fails repeats all that it did. */
  public OptionalDouble logged(double rate, SplittableRandom random) {
    return recovered(rate, Double.POSITIVE_INFINITY, random);
  }

  /** One job whose ranks also take checkpoints, each by itself. */
  public OptionalDouble loggedWithCheckpoints(double rate, SplittableRandom random) {
    return recovered(rate, intervalOfOne(rate), random);
  }

  /** Progress is counted in time without failures, pauses and logging included. */
  private OptionalDouble recovered(double rate, double interval, SplittableRandom random) {
    double slowed = logging * (1 + ranks * pause / interval);
    double whole = work * slowed;
    double[] back = new double[ranks];
    double progress = 0;
    double now = 0;
    double resumes = 0;
    while (now < LONGEST * work) {
      double next = now + untilNext(rate, random);
      double gone = Math.max(0, next - Math.max(now, resumes));
      if (progress + gone >= whole) {
        return OptionalDouble.of(Math.max(now, resumes) + whole - progress);
      }
      progress += gone;
      now = next;
      int rank = random.nextInt(ranks);
      back[rank] = now + restart + since(progress, interval, rank) / replay;
      resumes = Arrays.stream(back).max().orElseThrow();
    }
    return OptionalDouble.empty();
  }

  /** How much has to be repeated: what was done since the last checkpoint. Ranks take turns. */
  private double since(double progress, double interval, int rank) {
    double first = interval * (rank + 1) / ranks;
    return progress < first ? progress : (progress - first) % interval;
  }

  private static double untilNext(double rate, SplittableRandom random) {
    return -Math.log(1 - random.nextDouble()) / rate;
  }
}
