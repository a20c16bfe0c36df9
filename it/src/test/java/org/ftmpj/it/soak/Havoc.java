package org.ftmpj.it.soak;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.ftmpj.it.job.Job;

/** Kills what belongs to a job, at random moments. */
final class Havoc {
  /** A crash loop is five deaths of a rank without progress. */
  private static final int MOST_EVENTS = 4;

  private static final double LATEST = 0.9;
  private static final double CONSIDERABLY = 0.1;
  private static final int MOST_JITTER_MS = 60;
  private static final Duration PATIENCE = Duration.ofSeconds(120);

  private final Running job;
  private final int ranks;
  private final int lines;
  private final Random random;
  private final List<String> done = new ArrayList<>();
  private int kills;

  /** What is killed together. */
  private enum Event {
    RANK,
    TWO_RANKS,
    ALL_RANKS,
    LOGGER,
    LOGGER_AND_RANK,
    IN_RECOVERY
  }

  /**
   * @param lines how many the job prints altogether
   */
  Havoc(Running job, int ranks, int lines, Random random) {
    this.job = job;
    this.ranks = ranks;
    this.lines = lines;
    this.random = random;
  }

  /** Kills now and then until the job has done most of its work. */
  void play() {
    double[] fractions = random.doubles(1 + random.nextInt(MOST_EVENTS), 0, LATEST).toArray();
    Arrays.sort(fractions);
    for (double fraction : fractions) {
      await("fraction " + fraction, () -> fraction() >= fraction);
      pause(random.nextInt(MOST_JITTER_MS));
      if (job.isAlive()) {
        long recoveries = job.recoveries();
        double at = fraction();
        play(Event.values()[random.nextInt(Event.values().length)]);
        await("a recovery", () -> job.recoveries() > recoveries || fraction() > at + CONSIDERABLY);
      }
    }
  }

  /** How many processes were killed. */
  int kills() {
    return kills;
  }

  /** What was killed, and when. */
  @Override
  public String toString() {
    return String.join(", ", done);
  }

  private void play(Event event) {
    int one = random.nextInt(ranks);
    int other = (one + 1 + random.nextInt(ranks - 1)) % ranks;
    double at = fraction();
    String what =
        switch (event) {
          case RANK -> kill(rank(one));
          case TWO_RANKS -> kill(rank(one), rank(other));
          case ALL_RANKS -> kill(allRanks());
          case LOGGER -> kill(logger());
          case LOGGER_AND_RANK -> kill(logger(), rank(one));
          case IN_RECOVERY -> killInRecovery(one);
        };
    done.add(String.format(Locale.ROOT, "%s at %.0f %%", what, at * 100));
  }

  /** A process that was found, by its name. */
  private record Victim(String name, Optional<ProcessHandle> process) {}

  private Victim rank(int rank) {
    return new Victim("rank " + rank, job.rank(rank));
  }

  private Victim[] allRanks() {
    Victim[] all = new Victim[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      all[rank] = rank(rank);
    }
    return all;
  }

  private Victim logger() {
    return new Victim("logger", job.logger());
  }

  /** All were looked for before the first is killed. */
  private String kill(Victim... victims) {
    List<String> killed = new ArrayList<>();
    for (Victim victim : victims) {
      victim.process().ifPresent(Job::kill);
      killed.add(victim.name() + (victim.process().isPresent() ? "" : " (not there)"));
      kills += victim.process().isPresent() ? 1 : 0;
    }
    return String.join(" and ", killed);
  }

  private String killInRecovery(int rank) {
    Victim victim = rank(rank);
    String what = kill(victim);
    for (int again = 1 + random.nextInt(2); again > 0 && victim.process().isPresent(); again--) {
      long dead = victim.process().get().pid();
      await("a new process", () -> job.rank(rank).filter(p -> p.pid() != dead).isPresent());
      pause(50 + random.nextInt(700));
      victim = rank(rank);
      what += ", again " + kill(victim);
    }
    return what;
  }

  private double fraction() {
    return (double) job.lines() / lines;
  }

  private void await(String what, Callable<Boolean> condition) {
    org.awaitility.Awaitility.await(what)
        .pollDelay(Duration.ZERO)
        .pollInterval(10, TimeUnit.MILLISECONDS)
        .atMost(PATIENCE)
        .until(() -> !job.isAlive() || condition.call());
  }

  private static void pause(int milliseconds) {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(milliseconds));
  }
}
