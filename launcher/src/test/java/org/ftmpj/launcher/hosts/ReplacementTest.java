package org.ftmpj.launcher.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.ftmpj.common.job.Placement;
import org.junit.jupiter.api.Test;

class ReplacementTest {
  private static List<Integer> without(List<Integer> slots, List<Integer> before, Integer... lost) {
    return new Replacement(slots)
        .without(new Placement(before), Set.of(lost))
        .map(Placement::hostOfRank)
        .orElse(List.of());
  }

  @Test
  void shouldTakeAHostWithoutRanksForAllOfALostOne() {
    assertThat(without(List.of(0, 0, 0, 0), List.of(1, 2, 2, 2, 3), 2))
        .containsExactly(1, 4, 4, 4, 3);
    assertThat(without(List.of(0, 0, 2, 2), List.of(1, 1, 2, 2), 1, 2)).containsExactly(3, 3, 4, 4);
  }

  @Test
  void shouldElseTakeThoseWithTheFewestRanks() {
    assertThat(without(List.of(0, 0, 0), List.of(1, 1, 2, 3, 3, 3), 3))
        .containsExactly(1, 1, 2, 2, 1, 2);
    assertThat(without(List.of(2, 0, 1), List.of(1, 2, 2), 2)).containsExactly(1, 3, 1);
  }

  @Test
  void shouldFindNoPlaceWhereNoneIs() {
    assertThat(without(List.of(0, 0), List.of(1, 2), 1, 2)).isEmpty();
    assertThat(without(List.of(2, 2), List.of(1, 1, 2, 2), 2)).isEmpty();
  }
}
