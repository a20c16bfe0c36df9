package org.ftmpj.supervisor.rank;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RankSilenceTest {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private boolean stopped;
  private final RankSilence silence =
      new RankSilence(Duration.ofSeconds(60), Duration.ofSeconds(1), pid -> stopped);
  private long nowNs;

  @Test
  void shouldGiveAProcessAMinuteForItsFirstSign() {
    assertThat(look(1, 5, 61)).isZero();
    assertThat(look(1, 5, 2)).isEqualTo(2 * SECOND);
    assertThat(look(1, 6, 1)).isZero();
    assertThat(look(1, 6, 3)).isEqualTo(3 * SECOND);
    // Another process.
    assertThat(look(2, 6, 30)).isZero();
  }

  @Test
  void shouldGiveProcessesThatStartTogetherTimeForAllOfThem() {
    assertThat(RankSilence.starting(1, 4)).isEqualTo(Duration.ofSeconds(61));
    assertThat(RankSilence.starting(256, 2)).isEqualTo(Duration.ofSeconds(60 + 512));
  }

  @Test
  void shouldCountFromWhenAProcessThatStartsIsStopped() {
    look(1, 5, 20);
    stopped = true;
    look(1, 5, 1);
    assertThat(look(1, 5, 3)).isEqualTo(3 * SECOND);
    assertThat(silence.isStopped()).isTrue();
    stopped = false;
    assertThat(look(1, 5, 1)).isZero();
  }

  private long look(long pid, long signs, int times) {
    long silentNs = 0;
    for (int i = 0; i < times; i++) {
      nowNs += SECOND;
      silentNs = silence.look(pid, signs, nowNs);
    }
    return silentNs;
  }
}
