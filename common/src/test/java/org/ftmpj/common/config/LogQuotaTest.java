package org.ftmpj.common.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LogQuotaTest {
  private static final int MIB = 1 << 20;
  private static final int USUAL = 512;

  @Test
  void shouldLeaveAllAsItIsWithoutAQuota() {
    LogQuota none = LogQuota.ofMib(0);
    assertThat(none.isSet()).isFalse();
    assertThat(none.segmentMib(USUAL, 2)).isEqualTo(USUAL);
    assertThat(none.memory(2)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void shouldHaveTwoSegmentsOfEachChannelAndTheMemoryFit() {
    for (int ranks : new int[] {1, 2, 4, 8}) {
      LogQuota quota = LogQuota.ofMib(1024);
      long segments = 2L * MIB * quota.segmentMib(USUAL, ranks) * ranks * ranks;
      long memory = quota.memory(ranks) * ranks;
      assertThat(segments + memory).as(ranks + " ranks").isLessThanOrEqualTo(quota.bytes());
    }
    assertThat(LogQuota.ofMib(1 << 20).segmentMib(USUAL, 2)).isEqualTo(USUAL);
    assertThat(LogQuota.ofMib(1).segmentMib(USUAL, 1000)).isEqualTo(4);
  }

  @Test
  void shouldTellOfAQuotaThatTheSegmentsAloneExceed() {
    assertThat(LogQuota.ofMib(100).warning(4)).isEmpty();
    assertThat(LogQuota.ofMib(95).warning(4))
        .hasValueSatisfying(told -> assertThat(told).contains("take 96 MiB", "of 95 MiB"));
    assertThat(LogQuota.ofMib(0).warning(4)).isEmpty();
    assertThat(LogQuota.ofMib(1).warning(1)).isEmpty();
  }

  @Test
  void shouldLetRanksLogASixteenthInASecondWhileTheyAreHeldUp() {
    assertThat(LogQuota.ofMib(64).heldUp(4)).isEqualTo(MIB);
    assertThat(LogQuota.ofMib(0).heldUp(4)).isPositive();
  }
}
