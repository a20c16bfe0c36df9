package org.ftmpj.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ResultsTest {
  private final Results results = new Results();

  @Test
  void shouldGiveMediansAndRatiosToStock() {
    assertThat(results.add(Variant.STOCK, "pingpong named 64: 1000 4000 9000")).isTrue();
    assertThat(results.add(Variant.PROCESS, "pingpong named 64: 500 1000 2000")).isTrue();
    assertThat(results.add(Variant.HOST, "pingpong named 64: 8000")).isTrue();
    assertThat(results.markdown())
        .endsWith("| 64 B, named source | 4.00 µs | 1.00 µs | 0.250 | 8.00 µs | 2.000 |\n");
    assertThat(results.json())
        .contains("\"variant\": \"process\", \"batches\": 3")
        .contains("\"medianUs\": 1.000, \"p90Us\": 2.000, \"ofStock\": 0.2499}");
  }

  @Test
  void shouldPutRunsTogether() {
    results.add(Variant.STOCK, "pingpong any 1048576: 1000 2000");
    results.add(Variant.STOCK, "pingpong any 1048576: 3000");
    assertThat(results.markdown()).endsWith("| 1 MiB, ANY_SOURCE + Waitany | 2.00 µs |\n");
  }

  @Test
  void shouldLeaveOtherLinesAlone() {
    assertThat(results.add(Variant.STOCK, "Starting process <0>")).isFalse();
  }
}
