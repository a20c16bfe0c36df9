package org.ftmpj.common.life;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SilenceTest {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final Silence silence = new Silence(Duration.ofMillis(1500));

  @Test
  void shouldGrowUntilSomethingIsCounted() {
    assertThat(silence.look(7, SECOND)).isZero();
    assertThat(silence.look(7, 2 * SECOND)).isEqualTo(SECOND);
    assertThat(silence.look(7, 3 * SECOND)).isEqualTo(2 * SECOND);
    assertThat(silence.look(8, 4 * SECOND)).isZero();
    assertThat(silence.look(8, 5 * SECOND)).isEqualTo(SECOND);
  }

  @Test
  void shouldNotTakeOwnLatenessForSilence() {
    silence.look(7, 0);
    assertThat(silence.look(7, 3600 * SECOND)).isEqualTo(3 * SECOND / 2);
  }
}
