package org.ftmpj.launcher.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.ftmpj.common.job.Placement;
import org.junit.jupiter.api.Test;

class HostReplacementTest {
  private static List<Integer> without(List<Integer> slots, List<Integer> before, Integer... lost) {
    return without(new HostReplacement(slots), before, lost);
  }

  private static List<Integer> without(
      HostReplacement replacement, List<Integer> before, Integer... lost) {
    return replacement
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

  /** Where copies are their ranks need not wait for them. */
  @Test
  void shouldTakeTheHostWithTheCopiesIfItsSlotsHaveRoom() {
    List<Integer> before = List.of(1, 1, 2, 2, 3, 3, 4, 4);
    assertThat(atPartner(List.of(4, 4, 4, 4), before, 2)).containsExactly(1, 1, 3, 3, 3, 3, 4, 4);
    assertThat(atPartner(List.of(4, 4, 3, 4), before, 2)).containsExactly(1, 1, 3, 1, 3, 3, 4, 4);
    assertThat(atPartner(List.of(4, 4, 4, 4), before, 4)).containsExactly(1, 1, 2, 2, 3, 3, 1, 1);
    // The next but one: what was at host 3 was copied once more when that was lost.
    assertThat(atPartner(List.of(4, 4, 4, 4), List.of(1, 1, 2, 2, 4, 4), 2, 3))
        .containsExactly(1, 1, 4, 4, 4, 4);
  }

  /**
   * Without numbers any host takes any number of ranks, and none is to get many more than others.
   */
  @Test
  void shouldElseTakeTheHostWithTheCopiesOfThoseWithTheFewestRanks() {
    List<Integer> none = List.of(0, 0, 0, 0);
    assertThat(atPartner(none, List.of(1, 2, 3, 4), 2)).containsExactly(1, 3, 3, 4);
    assertThat(atPartner(none, List.of(1, 1, 2, 2, 3, 3, 4, 4), 2))
        .containsExactly(1, 1, 3, 1, 3, 3, 4, 4);
    assertThat(atPartner(none, List.of(1, 1, 2, 2, 3, 3), 2)).containsExactly(1, 1, 4, 4, 3, 3);
    assertThat(atPartner(none, List.of(1, 1, 4, 4), 1)).containsExactly(2, 2, 4, 4);
  }

  @Test
  void shouldFindNoPlaceForCopiesWhereNoneIs() {
    assertThat(atPartner(List.of(0, 0), List.of(1, 2), 1, 2)).isEmpty();
    assertThat(atPartner(List.of(2, 2), List.of(1, 1, 2, 2), 2)).isEmpty();
  }

  private static List<Integer> atPartner(
      List<Integer> slots, List<Integer> before, Integer... lost) {
    return without(new HostReplacement(slots, true), before, lost);
  }

  @Test
  void shouldFindNoPlaceWhereNoneIs() {
    assertThat(without(List.of(0, 0), List.of(1, 2), 1, 2)).isEmpty();
    assertThat(without(List.of(2, 2), List.of(1, 1, 2, 2), 2)).isEmpty();
  }
}
