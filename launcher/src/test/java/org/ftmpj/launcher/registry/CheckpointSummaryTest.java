package org.ftmpj.launcher.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.ftmpj.supervisor.record.CheckpointRecord;
import org.ftmpj.supervisor.record.CheckpointRecord.Last;
import org.junit.jupiter.api.Test;

class CheckpointSummaryTest {
  private static final Instant NOW = Instant.parse("2026-11-24T02:00:00Z");
  private static final Instant BEGUN = NOW.minusSeconds(3600);
  private static final Optional<Last> LAST =
      Optional.of(new Last(NOW.minusSeconds(12), 8 << 20, 7, 9, 60_000));

  @Test
  void shouldCountWhatWasComputedSinceThen() {
    assertThat(text(LAST, Optional.of(Duration.ofSeconds(63))))
        .containsPattern("RANK +CHECKPOINT +AGE +SIZE +TO REPEAT +SINCE THEN\n")
        .containsPattern("3 +2026-11-24 .* +12 s +8.0 MiB +3 s +-\n");
  }

  @Test
  void shouldNotTakeLongerThanTheRunDid() {
    assertThat(text(LAST, Optional.of(Duration.ofSeconds(6000)))).containsPattern("MiB +12 s +-\n");
    assertThat(text(LAST, Optional.of(Duration.ofSeconds(1)))).containsPattern("MiB +0 s +-\n");
  }

  @Test
  void shouldCountAllWithoutACheckpoint() {
    assertThat(text(Optional.empty(), Optional.of(Duration.ofSeconds(63))))
        .containsPattern("3 +none +- +- +63 s +-\n");
  }

  @Test
  void shouldSayWhatIsNotKnownOfAProcessElsewhere() {
    assertThat(text(LAST, Optional.empty())).containsPattern("MiB +at most 12 s +-\n");
    assertThat(summary(LAST, Optional.empty()).json(NOW))
        .containsEntry("age_seconds", Optional.of(12L))
        .containsEntry("to_repeat_seconds", Optional.empty())
        .containsEntry("to_repeat_seconds_at_most", 12L);
  }

  private static String text(Optional<Last> last, Optional<Duration> processor) {
    return CheckpointSummary.text(List.of(summary(last, processor)), NOW);
  }

  private static CheckpointSummary summary(Optional<Last> last, Optional<Duration> processor) {
    return new CheckpointSummary(
        3, new CheckpointRecord(1, 0, Optional.empty(), last), BEGUN, processor);
  }
}
