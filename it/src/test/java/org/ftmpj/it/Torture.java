package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.place.PlacedKill;
import org.ftmpj.it.place.Plan;
import org.ftmpj.it.place.Planner;
import org.junit.jupiter.api.Test;

/**
 * The kill matrix without an end: {@code ./ftmpj torture [minutes [sample...]]}. A slice of it
 * takes as long as it is told, goes on where the last one stopped, and adds to its results. Not
 * part of the ordinary tests.
 *
 * <p>Two jobs run at a time: while a rank starts again, the others of its job mostly wait.
 */
class Torture {
  private static final int MINUTES = Integer.getInteger("torture.minutes", 7);
  private static final int AT_A_TIME = Integer.getInteger("torture.jobs", 2);

  /** Names of samples; all if it is empty. */
  private static final String SAMPLES = System.getProperty("torture.samples", "");

  /** Of each rank in a run. */
  private static final int KILLS = 5;

  private static final int TIMED = 2;

  /** How often ranks take one; in a half of the runs none. */
  private static final String[] CHECKPOINTS =
      System.getProperty("torture.checkpoints", "none,none,100ms,1s").split(",");

  private static final int ALL = KILLS * Sample.RANKS + TIMED;

  private static final Path DIRECTORY = Path.of("target", "torture");
  private static final Path SHARED_MEMORY = Path.of("/dev/shm");

  /** What a run takes, as long as none has ended. */
  private static final long FIRST_GUESS_MS = 30_000;

  private final TortureResults results = new TortureResults(DIRECTORY.resolve("results.csv"));
  private final Planner planner = new Planner();
  private final long startNs = System.nanoTime();
  private long longestMs = FIRST_GUESS_MS;
  private int failures;

  Torture() throws IOException {}

  @Test
  void shouldGiveTheRightResultWhereverRanksAreKilled() throws Exception {
    Set<Path> sharedMemory = sharedMemory();
    int before = results.kills();
    long restoredBefore = results.restored();
    ExecutorService workers = Executors.newFixedThreadPool(AT_A_TIME);
    List<Future<?>> working =
        IntStream.range(0, AT_A_TIME).<Future<?>>mapToObj(i -> workers.submit(this::work)).toList();
    for (Future<?> worker : working) {
      worker.get();
    }
    workers.shutdown();
    Set<Path> left = sharedMemory();
    left.removeAll(sharedMemory);

    results.print(System.out);
    double minutes = (System.nanoTime() - startNs) / 60e9;
    int kills = results.kills() - before;
    System.out.printf(
        "This slice: %d kills in %.1f minutes, %.0f a minute, %d restarts from a checkpoint; results"
            + " in %s%n",
        kills,
        minutes,
        kills / minutes,
        results.restored() - restoredBefore,
        DIRECTORY.toAbsolutePath());
    assertThat(failures).as("failed runs of this slice").isZero();
    assertThat(left).as("new in " + SHARED_MEMORY).isEmpty();
  }

  private Void work() throws IOException {
    while (hasTime()) {
      TortureResults.Case next = results.begin(samples(), ALL);
      TortureResults.Run run = run(next);
      results.ended(run, ALL);
      ended(run);
    }
    return null;
  }

  private static Set<Sample> samples() {
    return SAMPLES.isBlank()
        ? EnumSet.allOf(Sample.class)
        : Arrays.stream(SAMPLES.split(","))
            .map(Sample::valueOf)
            .collect(Collectors.toCollection(() -> EnumSet.noneOf(Sample.class)));
  }

  private synchronized boolean hasTime() {
    long elapsedMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs);
    return elapsedMs + longestMs < TimeUnit.MINUTES.toMillis(MINUTES);
  }

  private synchronized void ended(TortureResults.Run run) {
    if (run.isOk()) {
      longestMs = longestMs == FIRST_GUESS_MS ? run.milliseconds() : longestMs;
      longestMs = Math.max(longestMs, run.milliseconds());
    } else {
      failures++;
    }
    System.out.printf(
        "%5.0f s  run %d  %s %s: %d kills, %d ms, %s  (%d kills in all)%n",
        (System.nanoTime() - startNs) / 1e9,
        run.number(),
        run.of().sample(),
        run.of().level(),
        run.kills(),
        run.milliseconds(),
        run.verdict(),
        results.kills());
  }

  private TortureResults.Run run(TortureResults.Case next) throws IOException {
    long number = results.nextNumber();
    long seed = number * 0x9E3779B97F4A7C15L;
    Random random = new Random(seed);
    Jobs jobs = new Jobs();
    jobs.begin();
    Plan plan = new Plan(jobs.directory().resolve("places"));
    String every = CHECKPOINTS[random.nextInt(CHECKPOINTS.length)];
    JobSpec spec = next.sample().spec();
    if (!every.equals("none")) {
      spec = spec.with("--checkpoint-every", every);
    }
    PlacedRun placed = new PlacedRun(next.sample(), spec, next.level(), plan);
    long milliseconds = 0;
    String verdict = TortureResults.OK;
    try {
      References.Reference reference = References.of(next.sample(), jobs);
      milliseconds = placed.run(jobs, reference, plan(reference, next, random), TIMED, random);
    } catch (AssertionError | IOException | RuntimeException e) {
      verdict = "failed: " + e;
    }
    // The plan goes with the jobs.
    final List<PlacedKill> hits = plan.hits();
    System.out.printf(
        "run %d, %s %s: seed %d, checkpoints every %s, %s%n",
        number, next.sample(), next.level(), seed, every, placed.describe());
    try {
      jobs.end(!verdict.equals(TortureResults.OK), "Torture", "run " + number);
    } catch (AssertionError e) {
      verdict = "failed: " + e;
    }
    return new TortureResults.Run(
        number,
        next,
        seed,
        milliseconds,
        hits.size() + placed.timed().size(),
        placed.timed().size(),
        plan.kills().size(),
        placed.fromCheckpoints(),
        TortureResults.Run.places(hits),
        verdict);
  }

  private synchronized List<PlacedKill> plan(
      References.Reference reference, TortureResults.Case next, Random random) {
    return planner.plan(reference.profile(), next.level() == Level.HOST, KILLS, random);
  }

  private static Set<Path> sharedMemory() throws IOException {
    if (!Files.isDirectory(SHARED_MEMORY)) {
      return new TreeSet<>();
    }
    try (Stream<Path> files = Files.list(SHARED_MEMORY)) {
      return files.collect(Collectors.toCollection(TreeSet::new));
    }
  }
}
