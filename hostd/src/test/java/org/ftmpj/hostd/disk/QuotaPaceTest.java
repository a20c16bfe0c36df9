package org.ftmpj.hostd.disk;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class QuotaPaceTest {
  private static final long MS = 1_000_000;
  private static final long MIB = 1 << 20;

  private final QuotaPace pace = new QuotaPace();

  @Test
  void shouldLookSeldomAtLogsThatDoNotGrow() {
    pace.seen(100 * MIB, 500 * MIB, 1);
    pace.seen(100 * MIB, 500 * MIB, 1000 * MS);
    assertThat(pace.rest(MS)).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void shouldLookSeveralTimesBeforeTheyAreThere() {
    pace.seen(100 * MIB, 500 * MIB, 1);
    pace.seen(300 * MIB, 500 * MIB, 1000 * MS);
    assertThat(pace.rest(MS)).isBetween(Duration.ofMillis(249), Duration.ofMillis(251));
    pace.seen(300 * MIB, 500 * MIB, 1250 * MS);
    assertThat(pace.rest(MS)).as("they may grow again").isLessThan(Duration.ofMillis(600));
  }

  @Test
  void shouldNotTakeMuchOfTheTime() {
    pace.seen(100 * MIB, 500 * MIB, 1);
    pace.seen(499 * MIB, 500 * MIB, 1000 * MS);
    assertThat(pace.rest(MS)).isEqualTo(Duration.ofMillis(100));
    assertThat(pace.rest(100 * MS)).isEqualTo(Duration.ofMillis(800));
    assertThat(pace.rest(400 * MS)).isEqualTo(Duration.ofSeconds(2));
  }
}
