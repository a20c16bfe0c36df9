package org.ftmpj.agent.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.ftmpj.common.config.CheckpointRules;
import org.ftmpj.common.config.CheckpointTimes;
import org.ftmpj.common.config.CheckpointTimes.Kind;
import org.ftmpj.common.config.LogQuota;
import org.junit.jupiter.api.Test;

/** Times in seconds of a clock that does not run. */
class CheckpointPolicyTest {
  private static final long SECOND = 1_000_000_000;

  /** Where it stands is of no meaning. */
  private static final long START = Long.MAX_VALUE - 100 * SECOND;

  private CheckpointPolicy policy;
  private long now = START;

  @Test
  void shouldBeDueByTheClockOneRankAfterTheOther() {
    for (int rank = 0; rank < 4; rank++) {
      policy = every(40, rank);
      assertThat(secondsLeft()).isEqualTo(10 * (rank + 1));
    }
    after(39);
    assertThat(isDue()).isFalse();
    after(1);
    assertThat(isDue()).isTrue();
    attempt();
    assertThat(isDue()).isFalse();
    policy.taken(SECOND);
    assertThat(secondsLeft()).isEqualTo(40);
  }

  @Test
  void shouldWaitLongerAfterEachRefusal() {
    policy = every(10, 3);
    after(10);
    int[] waits = {10, 30, 70, 150, 310, 630, 630};
    for (int wait : waits) {
      attempt();
      policy.refused(now);
      assertThat(secondsLeft()).isEqualTo(wait);
      after(wait);
      assertThat(isDue()).isTrue();
    }
    attempt();
    policy.taken(0);
    assertThat(secondsLeft()).isEqualTo(10);
  }

  @Test
  void shouldCountMessages() {
    policy = policy(Kind.REQUEST, 0, 5, 0, 0);
    assertThat(policy.isDue(now, 4, 1 << 30)).isFalse();
    assertThat(policy.isDue(now, 5, 0)).isTrue();
    policy.attempted(now, 7, 0);
    policy.taken(0);
    assertThat(policy.isDue(now, 11, 0)).isFalse();
    assertThat(policy.isDue(now, 12, 0)).isTrue();
    policy.refused(now);
    assertThat(policy.isDue(now, 12, 0)).isFalse();
    after(1);
    assertThat(policy.isDue(now, 12, 0)).isTrue();
  }

  /** The clock alone would have it wait for hours. */
  @Test
  void shouldTryAgainSoonWhatIsDueByCount() {
    policy = policy(Kind.EVERY, 3600, 5, 0, 0);
    policy.attempted(now, 5, 0);
    for (int wait : new int[] {1, 3, 7, 15, 31, 63, 63}) {
      policy.refused(now);
      assertThat(secondsLeft()).isGreaterThanOrEqualTo(3600);
      after(wait - 1);
      assertThat(policy.isDue(now, 5, 0)).isFalse();
      after(1);
      assertThat(policy.isDue(now, 4, 0)).isFalse();
      assertThat(policy.isDue(now, 5, 0)).isTrue();
      policy.attempted(now, 5, 0);
    }
    policy.taken(0);
    assertThat(policy.isDue(now, 9, 0)).isFalse();
    assertThat(policy.isDue(now, 10, 0)).isTrue();
  }

  /** With an interval below a second neither waits longer than the clock has it. */
  @Test
  void shouldNotWaitLongerByCountThanByTheClock() {
    CheckpointTimes times = new CheckpointTimes(Kind.EVERY, Duration.ofMillis(200));
    CheckpointRules rules = new CheckpointRules(times, 5, 0, Duration.ofDays(1), LogQuota.ofMib(0));
    policy = new CheckpointPolicy(rules, 0, 1, 0, Duration.ZERO, now);
    policy.attempted(now, 5, 0);
    policy.refused(now);
    assertThat(policy.isDue(now, 5, 0)).isFalse();
    now += SECOND / 5;
    assertThat(policy.isDue(now, 5, 0)).isTrue();
  }

  @Test
  void shouldCountBytes() {
    policy = policy(Kind.EVERY, 10, 0, 1000, 0);
    assertThat(policy.isDue(now, 1 << 30, 999)).isFalse();
    assertThat(policy.isDue(now, 0, 1000)).isTrue();
    policy.attempted(now, 0, 1000);
    policy.taken(0);
    after(9);
    assertThat(policy.isDue(now, 0, 1999)).isFalse();
    after(1);
    assertThat(policy.isDue(now, 0, 1999)).isTrue();
  }

  @Test
  void shouldNotBeDueOnRequestOnly() {
    policy = policy(Kind.REQUEST, 0, 0, 0, 0);
    after(1_000_000_000);
    assertThat(isDue()).isFalse();
    policy.refused(now);
    after(1_000_000_000);
    assertThat(isDue()).isFalse();
  }

  @Test
  void shouldFindTheIntervalByItself() {
    policy = policy(Kind.AUTO, 0, 0, 0, 0);
    attempt();
    policy.taken(2 * SECOND);
    long before = secondsLeft();
    // Two seconds every day.
    assertThat((double) before).isCloseTo(Math.sqrt(2 * 2 * 86_400), within(6.0));
    attempt();
    policy.taken(SECOND / 2);
    assertThat((double) secondsLeft()).isCloseTo(before / 2.0, within(3.0));
    attempt();
    policy.taken(0);
    assertThat(secondsLeft()).isOne();
  }

  @Test
  void shouldLearnHowOftenTheRankFails() {
    policy = policy(Kind.AUTO, 0, 0, 0, 23);
    attempt();
    policy.taken(SECOND);
    // 23 deaths have been seen, and one is expected in 24 hours: one in an hour.
    assertThat((double) secondsLeft()).isCloseTo(Math.sqrt(2 * 3_600), within(1.0));
  }

  private CheckpointPolicy every(int seconds, int rank) {
    CheckpointTimes times = new CheckpointTimes(Kind.EVERY, Duration.ofSeconds(seconds));
    CheckpointRules rules = new CheckpointRules(times, 0, 0, Duration.ofDays(1), LogQuota.ofMib(0));
    return new CheckpointPolicy(rules, rank, 4, 0, Duration.ZERO, now);
  }

  private CheckpointPolicy policy(Kind kind, int seconds, long messages, long bytes, int deaths) {
    CheckpointTimes times = new CheckpointTimes(kind, Duration.ofSeconds(seconds));
    CheckpointRules rules =
        new CheckpointRules(times, messages, bytes, Duration.ofDays(1), LogQuota.ofMib(0));
    return new CheckpointPolicy(rules, 0, 1, deaths, Duration.ZERO, now);
  }

  private void after(long seconds) {
    now += seconds * SECOND;
  }

  private boolean isDue() {
    return policy.isDue(now, 0, 0);
  }

  private void attempt() {
    policy.attempted(now, 0, 0);
  }

  private long secondsLeft() {
    return Math.round(policy.leftNs(now) / (double) SECOND);
  }
}
