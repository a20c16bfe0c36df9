package org.ftmpj.it.generate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.ftmpj.it.job.Javas;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.job.Line;
import org.ftmpj.it.job.Notices;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.it.place.Planner;
import org.ftmpj.it.program.generated.Setup;
import org.ftmpj.it.sabotage.SabotageJar;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A few generated programs, with kills; {@code ./ftmpj generate} runs more and longer ones. */
class GeneratedProgramsIT {
  private static final int ROUNDS = 14;

  /** So many that what is not repeated goes wrong. */
  private static final int MORE_ROUNDS = 20;

  private static final int LONG_AS_LARGEST = 1 << 20;
  private static final int FEW_BYTES = 100_000;
  private static final int OUTSIDE = 2;
  private static final int OUTSIDE_ROUNDS = 5;
  private static final String PROTOCOL = "org.ftmpj.protocol.";
  private static final int TRIES = 5;

  /** Found by the program, and by who compares what it prints. */
  private static final List<String> WRONG = List.of("WITNESS BROKEN", Notices.OTHER_OUTPUT);

  @RegisterExtension final Jobs jobs = new Jobs();

  /** What they do is right by MPI, not only by FTMPJ. */
  static Stream<Arguments> programs() {
    return Seed.one(
        "generated programs",
        Arguments.of(1L, 2, Level.PROCESS),
        Arguments.of(2L, 3, Level.HOST),
        Arguments.of(3L, 3, Level.PROCESS));
  }

  @ParameterizedTest(name = "seed {0}, {1} ranks, level {2}")
  @MethodSource("programs")
  @Rotated(kind = "kills at places", turns = 3)
  void shouldGiveTheResultOfStockThoughRanksAreKilled(long seed, int ranks, Level level) {
    Story program = story(seed, ROUNDS).ranks(ranks);
    Telling telling = new Telling(jobs);
    Telling.Run undisturbed = telling.withoutKills(program);
    Telling.Reference reference = undisturbed.reference();
    assertThat(reference.same()).isEqualTo(Told.same(telling.stock(program)));
    Map<String, Long> operations = undisturbed.operations();
    System.out.printf("%d kinds of operations: %s%n", operations.size(), operations);
    Random random = Seed.random("generated", seed);
    boolean host = level == Level.HOST;
    Story story =
        program
            .level(level)
            .kills(new Planner().plan(reference.profile(), host, 1, random))
            .blows(Blow.some(1, ranks, host, random));
    System.out.printf("%s, seed of the kills %d%n", story, Seed.base());
    Telling.Run run = telling.tell(story, reference, random);
    System.out.printf("killed at %s and %d more%n", run.hits(), run.timed());
    assertThat(run.hits().size() + run.timed()).as("kills").isPositive();
  }

  @Test
  @Rotated(kind = "kills at places", turns = 0)
  void shouldGiveTheRightResultThoughRanksAreKilledAndHostsAreLost() {
    Random random = Seed.random("generated over hosts");
    Setup setup = Setup.of(1 + random.nextInt(100), ROUNDS).withBytes(LONG_AS_LARGEST);
    Story program = Story.of(setup).ranks(3).hosts(2);
    Telling telling = new Telling(jobs);
    Telling.Reference reference = telling.withoutKills(program.hosts(0)).reference();
    List<Blow> kills = Blow.some(1, 3, true, random);
    Story story = program.blows(Blow.withLosses(kills, 2, 2, random));
    System.out.printf("%s, seed of the kills %d%n", story, Seed.base());
    assertThat(telling.tell(story, reference, random).timed()).as("kills").isPositive();
  }

  /** On the newest Java there is: from 21 on, some of the threads are virtual. */
  @Test
  @Rotated(kind = "kills at places", turns = 5)
  void shouldGiveTheRightResultThoughRanksWithThreadsAreKilled() {
    Story story =
        Story.of(Setup.of(7, 8).withMessages(6).withBytes(FEW_BYTES).withCrews(Setup.PARTS))
            .ranks(2)
            .level(Level.HOST);
    JobSpec spec = story.spec(jobs.directory());
    Job job = jobs.start(Javas.other().map(spec::java).orElse(spec));
    List<Blow> blows =
        List.of(new Blow(0.2, List.of(0)), new Blow(0.4, List.of(1)), new Blow(0.6, List.of(0, 1)));
    int lines = story.setup().rounds() * story.ranks();
    int killed = Telling.strike(job, blows, lines, Seed.random("crews"));
    Result result = job.lateResult();
    Told.verify(result, story.ranks(), job.directory());
    assertThat(killed).as("kills").isPositive();
    System.out.printf("What threads did: %s%n", Told.operations(result));
  }

  /** Files, processes, shared objects, hash codes, texts, clocks: at both levels. */
  @Test
  @Rotated(kind = "kills at places", turns = 1)
  void shouldGiveTheResultOfStockThoughRanksAreKilledAtWhatTheyDoOutsideMpi() {
    Random random = Seed.random("outside");
    Telling telling = new Telling(jobs);
    int killed = 0;
    for (int i = 0; i < OUTSIDE; i++) {
      Setup setup =
          Setup.of(1 + random.nextInt(10_000), OUTSIDE_ROUNDS)
              .withMessages(4)
              .withBytes(FEW_BYTES)
              .withCrews(2)
              .withOutside(Setup.PARTS - 3);
      Story story =
          Story.of(setup)
              .ranks(2)
              .level(Level.values()[i % 2])
              .checkpoints(i == 1 ? "300ms" : "")
              .verified(i == 0)
              .blows(Blow.some(2, 2, i % 2 == 1, random));
      System.out.printf("%s, seed of the kills %d%n", story, Seed.base());
      Telling.Reference reference = Telling.reference(telling.stock(story));
      killed += telling.tell(story, reference, random).timed();
    }
    assertThat(killed).as("kills").isPositive();
  }

  /**
   * FTMPJ that ignores what it has recorded, and does not notice that either. The program says that
   * it has seen what cannot be, or prints another hash than before its death; after that, ranks may
   * wait for ever for what no other sends.
   */
  @Test
  @Rotated(
      kind = "tests that can fail",
      turns = {0, 4})
  void shouldFindThatDeterminantsAreIgnoredInReplay() throws IOException {
    String agent =
        SabotageJar.without(
            jobs.directory().resolve("sabotage.jar"),
            PROTOCOL + "replay.ReplayCursor#add",
            PROTOCOL + "replay.RankStates#barsNewOutcome",
            PROTOCOL + "match.Matching#isHeld",
            PROTOCOL + "send.Outbound#differs");
    Story story = story(6, MORE_ROUNDS).ranks(3);
    int lines = story.setup().rounds() * story.ranks();
    String wrong = "";
    for (int attempt = 1; attempt <= TRIES && wrong.isEmpty(); attempt++) {
      Random random = Seed.random("sabotage", attempt);
      Job job = jobs.start(story.spec(jobs.directory()).jvm(agent));
      Blow blow = new Blow(0.2 + 0.4 * random.nextDouble(), List.of(random.nextInt(3)));
      Telling.strike(job, List.of(blow), lines, random);
      job.awaitOrEnd("anything wrong", () -> WRONG.stream().anyMatch(w -> job.notices(w) > 0));
      if (job.isAlive()) {
        Job.signal(job.launcher(), "TERM");
      }
      wrong =
          job.result().err().stream()
              .map(Line::text)
              .filter(line -> WRONG.stream().anyMatch(line::contains))
              .findFirst()
              .orElse("");
      System.out.printf("Without determinants, attempt %d: %s%n", attempt, wrong);
    }
    assertThat(wrong).as("what went wrong in " + TRIES + " runs").isNotEmpty();
  }

  private static Story story(long seed, int rounds) {
    return Story.of(Setup.of(seed, rounds).withBytes(LONG_AS_LARGEST)).level(Level.PROCESS);
  }
}
