package org.ftmpj.protocol.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** That the simulator finds what it is there to find. */
class MutationTest {
  /** A mistake is looked for in so many seeds, other ones in each build. */
  private static final int SEEDS = 1_000;

  /** One that about 1 % of the jobs show, or fewer, is looked for in so many. */
  private static final int SEEDS_IF_RARE = 50_000;

  private static final Set<Mutation> RARE =
      EnumSet.of(
          Mutation.MARK_BEFORE_STABLE,
          Mutation.EDGE_OF_SENDER_ONLY,
          Mutation.STREAM_OUT_OF_ORDER,
          Mutation.STAMPS_READ_LAST,
          Mutation.GAP_ACCEPTED,
          Mutation.RESUMED_BY_SEQUENCE,
          Mutation.CHECKPOINT_WITHOUT_GATE,
          Mutation.PRUNED_WHEN_SHIPPED,
          Mutation.COPIED_ON_ELSEWHERE,
          Mutation.READ_BY_RECORDS,
          Mutation.PAYLOAD_BY_PLACE);

  /**
   * Mistakes that too few jobs show to look for one in each build: of 10,000 seeds about 4, 2 and
   * none. Each has a job here that shows it.
   */
  private static final Map<Mutation, String> RAREST =
      Map.of(
          Mutation.COPIED_WITHOUT_LINES,
          "seed=2002334 salt=0 ranks=6 segments=4 skipped=0 messages=35 crashes=5 remote=true"
              + " outages=false delays=true checkpoints=true snapshots=true threads=1 hosts=2"
              + " losses=8 loggers=1 copies=true partners=false prunes=true"
              + " receptions=NONDETERMINISTIC lossOneIn=400 checkpointOneIn=4",
          Mutation.STREAM_DROPPED_AT_ONCE,
          "seed=97236 salt=0 ranks=4 segments=4 skipped=0 messages=35 crashes=1 remote=true"
              + " outages=true delays=true checkpoints=true snapshots=false threads=3 hosts=2"
              + " losses=1 loggers=5 copies=true partners=false prunes=true"
              + " receptions=NONDETERMINISTIC lossOneIn=400 checkpointOneIn=8",
          Mutation.ANY_LOG_COUNTS,
          "seed=133827 salt=0 ranks=8 segments=3 skipped=0 messages=35 crashes=4 remote=true"
              + " outages=false delays=false checkpoints=true snapshots=false threads=3 hosts=4"
              + " losses=4 loggers=1 copies=true partners=false prunes=true"
              + " receptions=NONDETERMINISTIC lossOneIn=400 checkpointOneIn=8");

  private static final Set<Mutation> ON_HOSTS =
      EnumSet.of(
          Mutation.TAIL_NOT_REPAIRED,
          Mutation.FENCE_OF_ONE,
          Mutation.READ_BEFORE_FENCE,
          Mutation.FIRST_ACKNOWLEDGEMENT,
          Mutation.LOST_DISK_COUNTS);

  /**
   * Mistakes that no job shows (8,249 seeds from 5,000,001) since only live ranks take checkpoints,
   * although 1,550 of 8,281 checkpoints that were read had such marks, and 17 such matches. Whether
   * a checkpoint needs them at all is open.
   */
  private static final Set<Mutation> UNSEEN =
      EnumSet.of(Mutation.CHECKPOINT_WITHOUT_MARKS, Mutation.CHECKPOINT_WITHOUT_MATCHES);

  /** The mistakes whose turn it is by the number of the commit; by hand and in a full run all. */
  static List<Mutation> mistakes() {
    return Arrays.stream(Mutation.values())
        .filter(mutation -> !UNSEEN.contains(mutation) && !RAREST.containsKey(mutation))
        .filter(MutationTest::hasItsTurn)
        .toList();
  }

  /** The mistakes of loggers whose turn it is. */
  static List<Mutation> mistakesOfLoggers() {
    return ON_HOSTS.stream().filter(MutationTest::hasItsTurn).toList();
  }

  private static boolean hasItsTurn(Mutation mutation) {
    Long commit = Long.getLong("test.commit", Long.getLong("test.seed"));
    return commit == null
        || Boolean.getBoolean("test.full")
        || (mutation.ordinal() + commit) % Rotated.ROUND == 0;
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void shouldCatchTheMistake(Mutation mutation) {
    long from = Seed.firstOf(SEEDS_IF_RARE);
    int seeds = RARE.contains(mutation) ? SEEDS_IF_RARE : SEEDS;
    tell(mutation, from, seeds, Seed.find(mutation, from, from + seeds - 1));
  }

  /** Also where loggers have the stream of a host, which is read when the host is lost. */
  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("mistakesOfLoggers")
  void shouldCatchMistakesOfLoggersInJobsOnSeveralHosts(Mutation mutation) {
    long from = Seed.firstOf(SEEDS_IF_RARE);
    tell(mutation, from, SEEDS_IF_RARE, Seed.findOnHosts(mutation, from, from + SEEDS_IF_RARE - 1));
  }

  @Test
  void shouldCatchTheRarestMistakesInJobsThatShowThem() {
    RAREST.forEach(
        (mutation, job) -> {
          Violation violation = Seed.violation(Setup.parse(job), mutation, new Tally(), null);
          assertThat(violation).as(mutation.name()).isNotNull();
          assertThat(violation.kind()).isNotEqualTo(Violation.Kind.CONFUSED);
        });
  }

  private static void tell(Mutation mutation, long from, int seeds, Seed.Found found) {
    assertThat(found).as("%s, in %d seeds from %d", mutation, seeds, from).isNotNull();
    System.out.printf(
        "%s after %,d seeds, at %d: %s%n",
        mutation.name(), found.seed() - from + 1, found.seed(), found.violation());
  }

  @Test
  void shouldTellASmallStoryOfAMistakeWithThreads() {
    Seed.Found found = Seed.find(Mutation.GATE_LETS_OTHERS_IN, 1, SEEDS);
    Setup small =
        Shrinker.shrink(
            Setup.of(found.seed()), Mutation.GATE_LETS_OTHERS_IN, found.violation().kind());
    assertThat(small.threads()).isBetween(2, 3);
    List<String> story = new ArrayList<>();
    assertThat(Seed.violation(small, Mutation.GATE_LETS_OTHERS_IN, new Tally(), story)).isNotNull();
    assertThat(story)
        .anyMatch(line -> line.contains("starts a thread"))
        .anyMatch(line -> line.matches("rank \\d+\\.\\d+ 0\\.1 .*"))
        .anyMatch(line -> line.contains("records") && line.contains("Turn["));
  }

  @Test
  void shouldTellASmallStoryOfAMistake() {
    Seed.Found found = Seed.find(Mutation.MARK_BEFORE_STABLE, 1, SEEDS);
    Setup small =
        Shrinker.shrink(
            Setup.of(found.seed()), Mutation.MARK_BEFORE_STABLE, found.violation().kind());
    assertThat(small.ranks()).isEqualTo(2);
    assertThat(small.segments() - Long.bitCount(small.skipped())).isLessThanOrEqualTo(1);
    assertThat(small.crashes()).isEqualTo(1);
    assertThat(Seed.report(found.seed(), Mutation.MARK_BEFORE_STABLE, found.violation()))
        .contains(found.violation().kind().name(), "./ftmpj simulate seed=" + found.seed());
  }
}
