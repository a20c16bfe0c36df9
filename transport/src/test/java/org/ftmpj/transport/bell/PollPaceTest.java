package org.ftmpj.transport.bell;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PollPaceTest {
  private static final long POLLS = 20_000;

  @Test
  void shouldRestIfNothingIsDoneButPolling() {
    assertThat(rests(PollPace.of(3, 3, 2), 60)).isGreaterThan(100);
  }

  @Test
  void shouldNotRestIfSomethingIsComputedBetweenPolls() {
    assertThat(rests(PollPace.of(3, 3, 2), 60 + 200)).isZero();
  }

  @Test
  void shouldNotRestIfEveryRankCanHaveACore() {
    assertThat(rests(PollPace.of(2, 2, 2), 60)).isZero();
  }

  @Test
  void shouldNotRestForSomeMillisecondsOfPolling() {
    PollPace pace = PollPace.of(2, 2, 1);
    for (long polls = 1; polls < 10_000; polls++) {
      assertThat(pace.isToBeAsked(polls)).isFalse();
    }
  }

  /** The time of a rest is none between polls. */
  @Test
  void shouldRestAgainAfterARest() {
    PollPace pace = PollPace.of(3, 3, 2);
    long nowNs = 1_000;
    pace.isTooFast(nowNs);
    for (int i = 0; i < 5; i++) {
      nowNs += 64 * 60;
      assertThat(pace.isTooFast(nowNs)).isTrue();
      nowNs += PollPace.REST_NS;
      pace.rested(nowNs);
    }
  }

  private static int rests(PollPace pace, long stepNs) {
    int rests = 0;
    long nowNs = 1_000_000_000;
    for (long polls = 1; polls <= POLLS; polls++) {
      nowNs += stepNs;
      if (pace.isToBeAsked(polls) && pace.isTooFast(nowNs)) {
        rests++;
        pace.rested(nowNs);
      }
    }
    return rests;
  }
}
