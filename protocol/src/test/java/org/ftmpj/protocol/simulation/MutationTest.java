package org.ftmpj.protocol.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** That the simulator finds what it is there to find. */
class MutationTest {
  private static final int SEEDS = 10_000;

  /**
   * Where to begin to look for mistakes that few jobs show: a little before a seed that once did.
   * So what is rare is found soon, and still found if other choices of the simulator make it show
   * elsewhere.
   */
  private static final Map<Mutation, Integer> RARE =
      Map.ofEntries(
          Map.entry(Mutation.OUTCOMES_NOT_BY_CLOCK, 130),
          Map.entry(Mutation.EDGE_OF_SENDER_ONLY, 330),
          Map.entry(Mutation.STREAM_OUT_OF_ORDER, 480),
          Map.entry(Mutation.STAMPS_READ_LAST, 5_900),
          Map.entry(Mutation.RESUMED_BY_SEQUENCE, 3_540),
          Map.entry(Mutation.CHECKPOINT_WITHOUT_GATE, 530),
          Map.entry(Mutation.CHECKPOINT_WITHOUT_MARKS, 220),
          Map.entry(Mutation.PRUNED_WHEN_SHIPPED, 860),
          Map.entry(Mutation.COPIED_WITHOUT_LINES, 34_900),
          Map.entry(Mutation.COPIED_ON_ELSEWHERE, 1_150),
          Map.entry(Mutation.ANY_LOG_COUNTS, 133_700),
          Map.entry(Mutation.STREAM_DROPPED_AT_ONCE, 97_200),
          Map.entry(Mutation.READ_BY_RECORDS, 1_290),
          Map.entry(Mutation.PAYLOAD_BY_PLACE, 5_140));

  /** The same of mistakes of loggers, in jobs on several hosts. */
  private static final Map<Mutation, Integer> RARE_ON_HOSTS =
      Map.of(
          Mutation.TAIL_NOT_REPAIRED, 8_630,
          Mutation.FENCE_OF_ONE, 3_500,
          Mutation.READ_BEFORE_FENCE, 1_000,
          Mutation.FIRST_ACKNOWLEDGEMENT, 500,
          Mutation.LOST_DISK_COUNTS, 4_000);

  @ParameterizedTest
  @EnumSource
  void shouldCatchTheMistake(Mutation mutation) {
    // Of these few jobs have copies, and in few of them a line is copied before it is printed.
    int seeds = mutation.isOfCopies() ? 10 * SEEDS : SEEDS;
    int from = RARE.getOrDefault(mutation, 1);
    Seed.Found found = Seed.find(mutation, from, from + seeds - 1);
    assertThat(found).as("%s, in %d seeds", mutation, seeds).isNotNull();
    System.out.println(mutation.name() + " at seed " + found.seed() + ": " + found.violation());
  }

  /** Also where loggers have the stream of a host, which is read when the host is lost. */
  @ParameterizedTest
  @EnumSource(
      names = {
        "TAIL_NOT_REPAIRED",
        "FENCE_OF_ONE",
        "READ_BEFORE_FENCE",
        "FIRST_ACKNOWLEDGEMENT",
        "LOST_DISK_COUNTS"
      })
  void shouldCatchMistakesOfLoggersInJobsOnSeveralHosts(Mutation mutation) {
    int from = RARE_ON_HOSTS.get(mutation);
    Seed.Found found = Seed.findOnHosts(mutation, from, from + 10 * SEEDS - 1);
    assertThat(found).as("%s, in %d seeds", mutation, 10 * SEEDS).isNotNull();
    System.out.println(mutation.name() + " at seed " + found.seed() + ": " + found.violation());
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
        .contains(found.violation().kind().name(), "./ftmpj simulate --seed " + found.seed());
  }
}
