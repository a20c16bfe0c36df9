package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Kills;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.job.Line;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.it.sabotage.SabotageJar;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The order witness under an FTMPJ without one of its parts: it must go wrong, and be seen to. A
 * test that could not fail would prove nothing.
 */
class TheTestsCanFailIT {
  private static final Sample SAMPLE = Sample.ORDER_WITNESS;
  private static final int RANKS = 3;
  private static final JobSpec SPEC = SAMPLE.spec().ranks(RANKS);
  private static final String PROTOCOL = "org.ftmpj.protocol.";

  private static final String DIVERGED = "FTMPJ-1501";
  private static final String LOST_DETERMINANT = "FTMPJ-1502";

  /** Who notices that determinants are ignored in replay. */
  enum Noticed {
    BY_FTMPJ(LOST_DETERMINANT, PROTOCOL + "replay.ReplayCursor#add"),

    /** FTMPJ is made not to notice it: only the program can. */
    BY_THE_WITNESS_ALONE(
        "WITNESS BROKEN",
        PROTOCOL + "replay.ReplayCursor#add",
        PROTOCOL + "replay.RankStates#barsNewOutcome",
        PROTOCOL + "match.Matching#isHeld",
        PROTOCOL + "send.Outbound#differs");

    private final String told;
    private final String[] sabotaged;

    Noticed(String told, String... sabotaged) {
      this.told = told;
      this.sabotaged = sabotaged;
    }
  }

  private static final String[] GATE = {PROTOCOL + "send.Gate#isClosed"};

  /** Within so many tries, each with other moments, it must have gone wrong. */
  private static final int TRIES = 10;

  /** So long the event logger is silent at most before it is killed. */
  private static final Duration SILENCE = Duration.ofSeconds(3);

  /** If the ranks print so much of their output meanwhile, nothing makes them wait for it. */
  private static final double SILENCE_FRACTION = 0.1;

  @RegisterExtension final Jobs jobs = new Jobs();
  private References.Reference reference;

  @BeforeEach
  void prepare() throws IOException {
    reference = References.of(SAMPLE, SPEC, jobs);
  }

  static Stream<Noticed> noticed() {
    return Seed.one("determinants ignored", Noticed.values());
  }

  @ParameterizedTest
  @MethodSource("noticed")
  @Rotated(
      kind = "tests that can fail",
      turns = {1, 5})
  void shouldFailIfDeterminantsAreIgnoredInReplay(Noticed noticed) throws IOException {
    String wrong = firstWrong(this::killOneRank, Level.PROCESS, noticed.sabotaged);
    assertThat(wrong).contains(noticed.told);
  }

  @Test
  @Rotated(
      kind = "tests that can fail",
      turns = {3, 7})
  void shouldFailIfTheGateIsRemoved() throws IOException {
    String wrong = firstWrong(this::killOneRankWhileTheLoggerIsSilent, Level.HOST, GATE);
    assertThat(wrong).containsAnyOf(LOST_DETERMINANT, DIVERGED, "WITNESS BROKEN");
  }

  @Test
  @Rotated(
      kind = "tests that can fail",
      turns = {2, 6})
  void shouldNotFailWithTheGate() throws IOException {
    Job job = jobs.start(SPEC.level(Level.HOST));
    killOneRankWhileTheLoggerIsSilent(job, Seed.random("with the gate"));
    Result result = job.result();
    SAMPLE.verify(result, job.directory(), reference);
  }

  private interface Scenario {
    void run(Job job, Random random);
  }

  /** Repeats until the job has gone wrong, and returns in what way. */
  private String firstWrong(Scenario scenario, Level level, String... sabotaged)
      throws IOException {
    String agent = SabotageJar.without(jobs.directory().resolve("sabotage.jar"), sabotaged);
    JobSpec spec = SPEC.level(level).jvm(agent);
    for (int attempt = 1; attempt <= TRIES; attempt++) {
      Job job = jobs.start(spec);
      scenario.run(job, Seed.random(String.join("", sabotaged), attempt));
      Result result = job.result();
      for (String method : sabotaged) {
        assertThat(result.errText()).contains("sabotage: " + method);
      }
      String wrong = whatIsWrong(job, result);
      if (wrong != null) {
        System.out.printf(
            "Without %s, seed %d, attempt %d: %s%n",
            String.join(", ", sabotaged), Seed.base(), attempt, wrong);
        return wrong;
      }
    }
    throw new AssertionError(
        "Nothing went wrong in " + TRIES + " runs without " + String.join(", ", sabotaged));
  }

  private String whatIsWrong(Job job, Result result) throws IOException {
    try {
      SAMPLE.verify(result, job.directory(), reference);
      return null;
    } catch (AssertionError wrong) {
      return Stream.concat(result.out().stream(), result.err().stream())
          .map(Line::text)
          .filter(line -> line.startsWith("WITNESS") || line.contains("FTMPJ-"))
          .collect(Collectors.joining("; ", "exit code " + result.exitCode() + "; ", ""));
    }
  }

  private void killOneRank(Job job, Random random) {
    kills(job).together(0.2 + 0.5 * random.nextDouble(), random.nextInt(RANKS));
  }

  /**
   * The event logger says nothing for a while and then dies with whatever it had not yet
   * acknowledged. What a rank has told the others by then must not depend on that.
   */
  private void killOneRankWhileTheLoggerIsSilent(Job job, Random random) {
    Kills kills = kills(job);
    kills.awaitFraction(0.1 + 0.3 * random.nextDouble());
    ProcessHandle logger = job.logger();
    ProcessHandle rank = job.rank(random.nextInt(RANKS));
    Job.signal(logger, "STOP");
    kills.awaitProgress(SILENCE_FRACTION, SILENCE);
    Job.kill(rank);
    Job.kill(logger);
  }

  private Kills kills(Job job) {
    return new Kills(job, reference.result().out().size());
  }
}
