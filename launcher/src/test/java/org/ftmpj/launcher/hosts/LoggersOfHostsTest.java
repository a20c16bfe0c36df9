package org.ftmpj.launcher.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoggersOfHostsTest {
  private final List<String> told = new ArrayList<>();
  private final LoggersOfHosts loggers = new LoggersOfHosts(told::add);

  @Test
  void shouldTellOnceForAllHosts() {
    loggers.of(1).back(1, "here, says a");
    loggers.of(1).away(1, "away, says a");
    loggers.of(2).away(1, "away, says b");
    loggers.of(1).away(1, "away, says a again");
    loggers.of(1).away(0, "waits");
    loggers.of(1).back(1, "back, says a");
    loggers.of(2).back(1, "back, says b");
    loggers.of(2).back(0, "b has not waited");
    assertThat(told).containsExactly("away, says a", "waits", "back, says b");
  }

  @Test
  void shouldNotWaitForWhatALostHostSays() {
    loggers.of(1).away(1, "away");
    loggers.of(2).away(1, "away, says b");
    loggers.lost(2);
    loggers.of(1).back(1, "back");
    assertThat(told).containsExactly("away", "back");
  }

  @Test
  void shouldTakeBackWhatOnlyALostHostHasSaid() {
    loggers.of(1).away(1, "one is away");
    loggers.of(1).away(2, "two is away");
    loggers.of(2).away(2, "two is away, says b");
    loggers.lost(1);
    loggers.lost(1);
    assertThat(told)
        .containsExactly(
            "one is away",
            "two is away",
            "of the hosts that are left none says any more: one is away");
  }
}
