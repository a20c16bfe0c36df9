package org.ftmpj.it.generate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.place.Planner;
import org.junit.jupiter.api.Test;

/**
 * Generated programs without an end: {@code ./ftmpj generate [minutes [story]]}. A slice of it
 * takes as long as it is told, goes on with the seed after the last one, and adds to its results.
 * Not part of the ordinary tests.
 *
 * <p>Each seed is run without kills, with kills at both levels of durability, over hosts of which
 * some are lost, and now and then on stock MPJ Express. One that fails is run again in smaller
 * variants. With a story that has a seed, that one is run again and again; another one says what is
 * the same for all seeds: {@code level} leaves out the other level, {@code hosts} all but what is
 * over so many hosts, with {@code stock=1} each seed is run on stock MPJ Express, with {@code
 * smaller=0} none in smaller variants, with {@code outside=N} they do errands outside MPI, and are
 * run on stock MPJ Express and with kills by time at both levels.
 */
class Generation {
  private static final int MINUTES = Integer.getInteger("generate.minutes", 7);
  private static final int AT_A_TIME = Integer.getInteger("generate.jobs", 2);

  /** Words of {@link Story#toString}; those without a seed are for seed after seed. */
  private static final String STORY = System.getProperty("generate.story", "").strip();

  private static final Map<String, String> WORDS = Story.words(STORY);
  private static final boolean ONE_SEED = WORDS.containsKey("seed");
  private static final List<Level> LEVELS =
      WORDS.containsKey("level")
          ? List.of(Level.valueOf(WORDS.get("level")))
          : List.of(Level.values());

  /** How often those with kills on one host take one; a half of them none. */
  private static final List<String> CHECKPOINTS =
      WORDS.containsKey("checkpoints")
          ? List.of(WORDS.get("checkpoints"))
          : List.of("", "", "300ms", "1s");

  /** One in so many seeds is run on stock MPJ Express. */
  private static final int STOCK = Integer.parseInt(WORDS.getOrDefault("stock", "4"));

  /** How often each smaller variant of a story that has failed is run. */
  private static final int SMALLER = Integer.parseInt(WORDS.getOrDefault("smaller", "3"));

  private static final int FEWEST_ROUNDS = 20;
  private static final int MOST_ROUNDS = 80;

  private static final Path DIRECTORY = Path.of("target", "generate");

  /** What a run takes, as long as none has ended. */
  private static final long FIRST_GUESS_MS = 20_000;

  private final Results results = new Results(DIRECTORY.resolve("results.csv"));
  private final Planner planner = new Planner();
  private final long startNs = System.nanoTime();
  private final List<String> failures = new ArrayList<>();
  private long longestMs = FIRST_GUESS_MS;

  Generation() throws IOException {}

  @Test
  void shouldGiveTheRightResultWhateverTheProgramDoes() throws Exception {
    long before = results.kills();
    ExecutorService workers = Executors.newFixedThreadPool(AT_A_TIME);
    List<Future<?>> working =
        IntStream.range(0, AT_A_TIME).<Future<?>>mapToObj(i -> workers.submit(this::work)).toList();
    for (Future<?> worker : working) {
      worker.get();
    }
    workers.shutdown();
    results.print(System.out);
    System.out.printf(
        "This slice: %d kills in %.1f minutes; results in %s%n",
        results.kills() - before, elapsedMs() / 60e3, DIRECTORY.toAbsolutePath());
    failures.forEach(System.out::println);
    assertThat(failures).as("failed runs of this slice").isEmpty();
  }

  private Void work() throws IOException {
    while (hasTime()) {
      if (ONE_SEED) {
        again(Story.parse(STORY));
      } else {
        tellSeed(results.nextSeed());
      }
    }
    return null;
  }

  private long elapsedMs() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs);
  }

  private synchronized boolean hasTime() {
    return elapsedMs() + longestMs * 3 / 2 < TimeUnit.MINUTES.toMillis(MINUTES);
  }

  /** What is done with a seed. */
  private interface Body {
    void run(Telling telling) throws IOException;
  }

  /** Runs that have files of their own; those are kept if it fails. */
  private boolean with(Story story, String on, Body body) throws IOException {
    long beginMs = elapsedMs();
    Jobs jobs = new Jobs();
    jobs.begin();
    Throwable wrong = null;
    try {
      body.run(new Telling(jobs));
    } catch (AssertionError | RuntimeException e) {
      wrong = e;
    }
    try {
      jobs.end(
          wrong != null,
          "Generation",
          "seed %d %s %s".formatted(story.setup().seed(), on, story.level()));
    } catch (AssertionError e) {
      wrong = e;
    }
    if (wrong != null) {
      results.add(Results.Run.bad(story, on, wrong));
      say("%s on %s: %s", story, on, wrong);
    }
    synchronized (this) {
      longestMs = Math.max(longestMs, elapsedMs() - beginMs);
    }
    return wrong == null;
  }

  private void tellSeed(long seed) throws IOException {
    Random random = new Random(seed);
    int rounds = FEWEST_ROUNDS + random.nextInt(MOST_ROUNDS - FEWEST_ROUNDS);
    Story story = Story.parse("seed=%d rounds=%d %s".formatted(seed, rounds, STORY));
    if (story.setup().outside() > 0) {
      tellOutside(story, random);
      return;
    }
    Telling.Reference[] found = new Telling.Reference[1];
    boolean good =
        with(
            story,
            "ftmpj",
            telling -> {
              Telling.Run run = telling.withoutKills(story);
              found[0] = run.reference();
              ended(story, "ftmpj", run);
            });
    if (!good) {
      fail(story, story, "ftmpj");
      return;
    }
    if (seed % STOCK == 0 && hasTime()) {
      onStock(story);
    }
    for (Level level : LEVELS) {
      if (story.hosts() == 0 && hasTime()) {
        String every = CHECKPOINTS.get(random.nextInt(CHECKPOINTS.size()));
        withKills(killing(story.level(level).checkpoints(every), found[0], random), found[0]);
      }
    }
    if (LEVELS.contains(Level.HOST) && hasTime()) {
      withKills(losing(story.level(Level.HOST), found[0], random), found[0]);
    }
  }

  /** With kills, over hosts of which one is lost, or more. */
  private Story losing(Story story, Telling.Reference reference, Random random) {
    int hosts = story.hosts() == 0 ? 2 + random.nextInt(2) : story.hosts();
    Story killing = killing(story.hosts(hosts), reference, random);
    int losses = 1 + random.nextInt(hosts);
    return killing.blows(Blow.withLosses(killing.blows(), losses, hosts, random));
  }

  /** With kills by time, and compared with stock MPJ Express. */
  private void tellOutside(Story story, Random random) throws IOException {
    Optional<Telling.Reference> reference = onStock(story);
    for (Level level : LEVELS) {
      if (reference.isPresent() && hasTime()) {
        String every = CHECKPOINTS.get(random.nextInt(CHECKPOINTS.size()));
        boolean host = level == Level.HOST;
        Story told =
            story
                .level(level)
                .checkpoints(every)
                .verified(every.isEmpty() && random.nextBoolean())
                .blows(Blow.some(1 + random.nextInt(3), story.ranks(), host, random));
        withKills(told, reference.get());
      }
    }
  }

  /** Returns what it has printed, unless something was wrong. */
  private Optional<Telling.Reference> onStock(Story story) throws IOException {
    Telling.Reference[] found = new Telling.Reference[1];
    boolean good =
        with(
            story,
            "stock",
            telling -> {
              Result result = telling.stock(story);
              found[0] = Telling.reference(result);
              ended(
                  story,
                  "stock",
                  new Telling.Run(
                      result.milliseconds(), List.of(), 0, Told.operations(result), null));
            });
    if (!good) {
      fail(story, story, "stock");
    }
    return Optional.ofNullable(found[0]);
  }

  private void withKills(Story story, Telling.Reference reference) throws IOException {
    boolean good =
        with(
            story,
            "ftmpj",
            telling ->
                ended(
                    story, "ftmpj", telling.tell(story, reference, new Random(story.hashCode()))));
    if (!good) {
      Shrinker shrinker = new Shrinker(this::fails, this::hasTime, SMALLER);
      fail(story, shrinker.shrink(story), "ftmpj");
    }
  }

  private synchronized Story killing(Story story, Telling.Reference reference, Random random) {
    boolean host = story.level() == Level.HOST;
    int each = 1 + random.nextInt(story.ranks() > 4 ? 2 : 3);
    return story
        .kills(planner.plan(reference.profile(), host, each, random))
        .blows(Blow.some(random.nextInt(3), story.ranks(), host, random));
  }

  private void again(Story story) throws IOException {
    boolean good =
        with(
            story,
            "ftmpj",
            telling -> {
              boolean kills = !story.kills().isEmpty() || !story.blows().isEmpty();
              boolean outside = story.setup().outside() > 0;
              Telling.Run run = outside && kills ? null : telling.withoutKills(story);
              if (kills) {
                Telling.Reference reference =
                    outside ? Telling.reference(telling.stock(story)) : run.reference();
                run = telling.tell(story, reference, new Random());
              }
              ended(story, "ftmpj", run);
            });
    if (!good) {
      fail(story, story, "ftmpj");
    }
  }

  /** Whether a smaller story fails, too. */
  private boolean fails(Story story) {
    try {
      return !with(
          story,
          "ftmpj",
          telling -> {
            Telling.Reference reference = telling.withoutKills(story).reference();
            ended(story, "ftmpj", telling.tell(story, reference, new Random()));
          });
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private void ended(Story story, String on, Telling.Run run) throws IOException {
    Results.Run result = Results.Run.good(story, on, run);
    results.add(result);
    say(
        "seed %d on %s, %d ranks, level %s: %d parts, %d kills, %d ms, ok",
        story.setup().seed(),
        on,
        story.ranks(),
        story.level(),
        story.setup().parts().size(),
        result.kills(),
        run.milliseconds());
  }

  private synchronized void fail(Story story, Story smallest, String on) {
    failures.add(
        String.format(
            "FAILED on %s: %s%nagain: ./ftmpj generate %d %s", on, story, MINUTES, smallest));
  }

  private void say(String format, Object... arguments) {
    System.out.printf("%5.0f s  %s%n", elapsedMs() / 1e3, format.formatted(arguments));
  }
}
