package org.ftmpj.it.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class TrendTest {

  @Test
  void shouldSeeALeakOfOneDescriptorPerJob() {
    List<Long> values = series(180, n -> 60 + n / 2);
    assertThat(Trend.of(Gauge.DESCRIPTORS, values)).get().matches(Trend::grows);
  }

  @Test
  void shouldSeeALeakBehindJobsThatComeAndGo() {
    List<Long> values = series(180, n -> 20 + n / 2 + (n % 3 == 0 ? 0 : 100));
    assertThat(Trend.of(Gauge.DESCRIPTORS, values)).get().matches(Trend::grows);
  }

  @Test
  void shouldNotTakeWarmingUpForALeak() {
    List<Long> values = series(180, n -> n < 45 ? 1000 * n : 45_000);
    assertThat(Trend.of(Gauge.HEAP, values)).get().matches(trend -> !trend.grows());
  }

  @Test
  void shouldNotTakeJobsThatComeAndGoForALeak() {
    // More and more of the time there is a job.
    List<Long> values = series(180, n -> n * 77 % 180 < 90 + n / 3 ? 60 + n % 40 : 20);
    assertThat(Trend.of(Gauge.DESCRIPTORS, values)).get().matches(trend -> !trend.grows());
  }

  @Test
  void shouldSayNothingOfAFewMeasurements() {
    assertThat(Trend.of(Gauge.THREADS, series(47, n -> 100 * n))).isEmpty();
  }

  private static List<Long> series(int length, java.util.function.LongUnaryOperator value) {
    return LongStream.range(0, length).map(value).boxed().toList();
  }
}
