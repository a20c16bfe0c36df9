package org.ftmpj.launcher.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UnnotedOutputTest {
  private long nowNs = -1;
  private final UnnotedOutput unnoted = new UnnotedOutput(() -> nowNs);

  private int mayShow() {
    int records = 0;
    while (records < 10_000 && unnoted.mayShow()) {
      records++;
    }
    return records;
  }

  @Test
  void shouldHaveNoLimitWhereThereIsNoSuccessor() {
    assertThat(mayShow()).isEqualTo(10_000);
  }

  @Test
  void shouldLetNoMoreBeShownThanIsNoted() {
    unnoted.limit();
    assertThat(mayShow()).isEqualTo(UnnotedOutput.MOST);
    unnoted.noted(100);
    assertThat(mayShow()).isEqualTo(100);
    unnoted.unlimit();
    assertThat(unnoted.mayShow()).isTrue();
  }

  @Test
  void shouldLetNothingBeShownAfterItStoodStillUntilItIsConfirmed() {
    unnoted.limit();
    unnoted.asks();
    nowNs += UnnotedOutput.LASTS_NS;
    assertThat(unnoted.mayShow()).isTrue();
    nowNs++;
    assertThat(unnoted.mayShow()).isFalse();
    unnoted.confirmed(); // The answer is as old as the question.
    assertThat(unnoted.mayShow()).isFalse();
    unnoted.asks();
    assertThat(unnoted.mayShow()).isFalse();
    unnoted.confirmed();
    assertThat(unnoted.mayShow()).isTrue();
  }

  @Test
  void shouldLetNothingBeShownWhileAnotherProcessIsToTakeOver() {
    unnoted.stop();
    assertThat(unnoted.mayShow()).isFalse();
    unnoted.goOn();
    assertThat(unnoted.mayShow()).isTrue();
  }
}
