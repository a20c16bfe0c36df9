package org.ftmpj.samples.nas.is;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RankedKeysTest {
  private final RankedKeys ranked = new RankedKeys(new int[] {9, 8, 11, 8, 9, 8}, 8, 12, 100);

  @Test
  void shouldCountWhatIsLess() {
    assertThat(ranked.rankOf(8)).isEqualTo(100);
    assertThat(ranked.rankOf(9)).isEqualTo(103);
    assertThat(ranked.rankOf(10)).isEqualTo(105);
    assertThat(ranked.rankOf(11)).isEqualTo(105);
  }

  @Test
  void shouldSort() {
    assertThat(ranked.sorted()).containsExactly(8, 8, 8, 9, 9, 11);
  }

  @Test
  void shouldOwnOnlyItsRange() {
    assertThat(ranked.owns(7)).isFalse();
    assertThat(ranked.owns(8)).isTrue();
    assertThat(ranked.owns(11)).isTrue();
    assertThat(ranked.owns(12)).isFalse();
  }

  @Test
  void shouldShareBucketsByTheKeysInThem() {
    Buckets buckets = new Buckets(4, 1);
    assertThat(buckets.count(new int[] {0, 1, 7, 2, 0})).containsExactly(3, 1, 0, 1);
    assertThat(buckets.share(new int[] {3, 1, 0, 2, 999}, 2)).containsExactly(1, 4);
    assertThat(buckets.share(new int[] {0, 0, 0, 8}, 4)).containsExactly(4, 4, 4, 4);
  }
}
