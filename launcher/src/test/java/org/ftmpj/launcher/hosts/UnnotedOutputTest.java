package org.ftmpj.launcher.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UnnotedOutputTest {
  private final UnnotedOutput unnoted = new UnnotedOutput();

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
  void shouldLetNothingBeShownWhileAnotherProcessIsToTakeOver() {
    unnoted.stop();
    assertThat(unnoted.mayShow()).isFalse();
    unnoted.goOn();
    assertThat(unnoted.mayShow()).isTrue();
  }
}
