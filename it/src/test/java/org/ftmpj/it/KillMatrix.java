package org.ftmpj.it;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Kills;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.job.Seed;
import org.ftmpj.it.place.Histogram;
import org.ftmpj.it.place.Place;
import org.ftmpj.it.place.PlacedKill;
import org.ftmpj.it.place.Plan;
import org.ftmpj.it.place.Planner;

/** Runs of samples whose ranks are killed, all places in turn, and what became of the kills. */
final class KillMatrix {
  private final Map<Sample, Set<Place>> first;
  private final Planner planner = new Planner();
  private final Histogram histogram = new Histogram();
  private int plans;

  /**
   * @param first places of a sample that come before all others until one was planned
   */
  KillMatrix(Map<Sample, Set<Place>> first) {
    this.first = first;
  }

  /**
   * Runs a sample and asserts that it does what it does without a failure.
   *
   * @param spec how it is run
   * @param each how often each rank is to be killed at a place
   * @param others so many more kills, of random ranks at random moments
   * @param name of this run among those of the sample; the kills follow from it and from the seed
   * @return how often each rank was killed
   */
  int[] run(Jobs jobs, Sample sample, JobSpec spec, Level level, int[] each, int others, int name)
      throws IOException {
    References.Reference reference = References.of(sample, spec, jobs);
    Random random = Seed.random(sample.name(), level.name(), name);
    Set<Place> preferred = first.getOrDefault(sample, Set.of());
    List<PlacedKill> planned =
        planner.plan(reference.profile(), level == Level.HOST, each, preferred, random);
    Plan plan = new Plan(jobs.directory().resolve("places." + ++plans));
    PlacedRun run = new PlacedRun(sample, spec, level, plan);
    String what = sample + " " + level + " " + name + ": seed " + Seed.base();
    try {
      long milliseconds = run.run(jobs, reference, planned, others, random);
      System.out.printf("%s, %s, %d ms%n", what, run.describe(), milliseconds);
    } catch (IOException | RuntimeException | AssertionError e) {
      System.out.printf("%s, plan %s: %s%n", what, planned, e);
      throw new AssertionError(what + ": " + e.getMessage(), e);
    }
    return count(run, spec.ranks());
  }

  private int[] count(PlacedRun run, int ranks) {
    histogram.add(run.plan(), run.level() == Level.HOST);
    histogram.addTimed(run.timed().size());
    run.plan().missed().forEach(planner::missed);
    int[] kills = new int[ranks];
    run.plan().hits().stream().mapToInt(PlacedKill::rank).forEach(rank -> kills[rank]++);
    run.timed().stream().mapToInt(Kills.Moment::rank).forEach(rank -> kills[rank]++);
    return kills;
  }

  /** The places at which no rank was killed so far. */
  List<Place> spared() {
    return Arrays.stream(Place.values())
        .filter(place -> place.when() != Place.When.CHECKPOINT)
        .filter(place -> histogram.hits(place) == 0)
        .toList();
  }

  Histogram histogram() {
    return histogram;
  }
}
