package org.ftmpj.it.job;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * Kills ranks of a running job at seeded moments, told by how much of its output the job has
 * printed.
 */
public final class Kills {
  /** Later than this fraction of the output a job might end before the kill. */
  private static final double LATEST = 0.7;

  private static final double CONSIDERABLY = 0.05;

  private static final int MOST_JITTER_US = 15_000;

  private final Job job;
  private final int lines;
  private final List<Moment> moments = new ArrayList<>();

  /**
   * One kill.
   *
   * @param fraction how much of its output the job had printed
   */
  public record Moment(int rank, double fraction) {
    @Override
    public String toString() {
      return String.format(Locale.ROOT, "rank %d at %.0f %%", rank, fraction * 100);
    }
  }

  /**
   * @param lines how many lines the ranks print altogether
   */
  public Kills(Job job, int lines) {
    this.job = job;
    this.lines = lines;
  }

  /**
   * Kills every rank once, in seeded order, one after the recovery of the other, unless the job has
   * gone on considerably meanwhile: a farm does not wait for one of its workers. A rank that has
   * ended by then is left out: over a bad network its output comes late.
   */
  public List<Moment> everyRankOnce(Random random) {
    int ranks = job.spec().ranks();
    List<Integer> order = new ArrayList<>(IntStream.range(0, ranks).boxed().toList());
    Collections.shuffle(order, random);
    double[] fractions = random.doubles(ranks, 0, LATEST).sorted().toArray();
    for (int i = 0; i < ranks; i++) {
      int rank = order.get(i);
      awaitFraction(fractions[i]);
      pause(random);
      killOne(rank);
      awaitRecoveryOrFraction(moments.size(), fraction() + CONSIDERABLY);
    }
    if (moments.isEmpty()) {
      throw new AssertionError("No rank was killed");
    }
    return List.copyOf(moments);
  }

  /** Kills random ranks at random moments, as far as they still run by then. */
  public List<Moment> anyRanks(int number, Random random) {
    for (double fraction : random.doubles(number, 0, LATEST).sorted().toArray()) {
      int rank = random.nextInt(job.spec().ranks());
      awaitFraction(fraction);
      pause(random);
      double at = fraction();
      job.rankIfThere(rank)
          .filter(ProcessHandle::destroyForcibly)
          .ifPresent(killed -> moments.add(new Moment(rank, at)));
    }
    return List.copyOf(moments);
  }

  /** Kills some ranks at one moment. */
  public List<Moment> together(double fraction, int... ranks) {
    awaitFraction(fraction);
    List<ProcessHandle> victims = Arrays.stream(ranks).mapToObj(job::rank).toList();
    victims.forEach(Job::kill);
    double at = fraction();
    Arrays.stream(ranks).forEach(rank -> moments.add(new Moment(rank, at)));
    return List.copyOf(moments);
  }

  public void awaitFraction(double fraction) {
    job.awaitOrEnd(
        "fraction " + fraction + " of the output", () -> job.linesOfRanks() >= fraction * lines);
  }

  /** Waits until the job has printed so much more of its output, but not for longer than that. */
  public void awaitProgress(double fraction, Duration atMost) {
    double aim = fraction() + fraction;
    long startNs = System.nanoTime();
    while (fraction() < aim && System.nanoTime() - startNs < atMost.toNanos()) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
  }

  private void awaitRecoveryOrFraction(int number, double fraction) {
    job.awaitOrEnd(
        "report of recovery " + number,
        () -> job.notices(Notices.RECOVERED) >= number || fraction() >= fraction);
  }

  private void killOne(int rank) {
    double at = fraction();
    job.rankUnless(rank, () -> job.linesOfRanks() >= lines)
        .filter(ProcessHandle::destroyForcibly)
        .ifPresent(killed -> moments.add(new Moment(rank, at)));
  }

  /** How much of its output the job has printed. */
  public double fraction() {
    return (double) job.linesOfRanks() / lines;
  }

  private static void pause(Random random) {
    LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(random.nextInt(MOST_JITTER_US)));
  }
}
