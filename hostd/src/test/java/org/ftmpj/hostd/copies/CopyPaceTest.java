package org.ftmpj.hostd.copies;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CopyPaceTest {
  private final AtomicLong asked = new AtomicLong();
  private final CopyPace pace = new CopyPace(() -> false, asked::get);

  /** The first of them may be of a checkpoint before. */
  @Test
  void shouldHurryTwoCopiesForACheckpointThatWasAskedFor() {
    pace.begins();
    assertThat(pace.isHurried()).isFalse();
    asked.incrementAndGet();
    assertThat(pace.isHurried()).as("in the middle of a copy").isTrue();
    pace.begins();
    assertThat(pace.isHurried()).isTrue();
    pace.begins();
    assertThat(pace.isHurried()).isTrue();
    pace.begins();
    assertThat(pace.isHurried()).isFalse();
  }
}
