package org.ftmpj.benchmarks.ranks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.function.ToLongFunction;
import org.ftmpj.benchmarks.hotpath.EmptyEventLog;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PatternTest {
  private static final int[] RANKS = {2, 3, 16};
  private static final int ROUNDS = 3;

  @ParameterizedTest
  @EnumSource
  void shouldSendAsManyMessagesAsItSays(Pattern pattern) {
    for (int size : RANKS) {
      assertThat(sum(rounds(pattern, size), Rank::messages))
          .as("%d ranks", size)
          .isEqualTo((long) ROUNDS * pattern.messages(size));
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldRecordWhatComesFromAnySourceAndNothingElse(Pattern pattern) {
    long bytes = sum(rounds(pattern, 4), Rank::determinantBytes);
    assertThat(bytes > 0).isEqualTo(pattern != Pattern.RING_NAMED);
  }

  private static Rank[] rounds(Pattern pattern, int size) {
    Rank[] ranks =
        Arrays.stream(MemoryChannels.of(size))
            .map(channels -> new Rank(channels, new EmptyEventLog()))
            .toArray(Rank[]::new);
    for (int i = 0; i < ROUNDS; i++) {
      pattern.round(ranks);
    }
    return ranks;
  }

  private static long sum(Rank[] ranks, ToLongFunction<Rank> what) {
    return Arrays.stream(ranks).mapToLong(what).sum();
  }
}
