package org.ftmpj.transport.channel;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class UnreadableTest {
  private static final long SECOND_NS = 1_000_000_000L;
  private final Unreadable unreadable = new Unreadable("channels/1-0");
  private long nowNs = 5;

  @Test
  void shouldNotMindALogThatHasBeenReadToItsEnd() {
    for (int i = 0; i < 100; i++) {
      unreadable.foundNothing(7, 7, nowNs += SECOND_NS);
      unreadable.foundNothing(6, 7, nowNs += SECOND_NS);
    }
  }

  @Test
  void shouldReportRecordsThatStayUnreadable() {
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 100; i++) {
                unreadable.foundNothing(8, 7, nowNs += SECOND_NS);
              }
            })
        .hasMessageContainingAll("FTMPJ-1302", "Only 7 of 8", "channels/1-0");
  }

  @Test
  void shouldForgetWhatCouldBeReadAfterAll() {
    for (int i = 0; i < 100; i++) {
      unreadable.foundNothing(8, 7, nowNs += SECOND_NS);
      unreadable.foundMore();
    }
  }

  @Test
  void shouldNotJudgeByTimeAlone() {
    unreadable.foundNothing(8, 7, nowNs);
    unreadable.foundNothing(8, 7, nowNs += 3600 * SECOND_NS);
  }
}
