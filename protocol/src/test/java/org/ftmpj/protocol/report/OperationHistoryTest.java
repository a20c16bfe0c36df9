package org.ftmpj.protocol.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.protocol.event.ValueKind;
import org.ftmpj.protocol.match.Receive;
import org.junit.jupiter.api.Test;

class OperationHistoryTest {
  private final OperationHistory operations = new OperationHistory(3, false);

  @Test
  void shouldKeepTheLastTenOperationsInOrder() {
    for (int clock = 1; clock <= 25; clock++) {
      operations.note(OperationHistory.Kind.SEND, clock, clock, 0, 7);
    }
    Divergence divergence = operations.diverged(25, "this", "does that", "why").divergence();
    assertThat(divergence.before()).hasSize(10);
    assertThat(divergence.before().get(0)).isEqualTo("clock 16: send to rank 16, tag 7, context 0");
    assertThat(divergence.before().get(9)).isEqualTo("clock 25: send to rank 25, tag 7, context 0");
  }

  @Test
  void shouldCountOperationsThatLookAlikeAsOneEntry() {
    operations.note(OperationHistory.Kind.RECEIVE, 1, Receive.ANY_SOURCE, 0, Receive.ANY_TAG);
    for (int clock = 2; clock <= 1_000_001; clock++) {
      operations.note(OperationHistory.Kind.IPROBE, clock, 1, 0, 5);
    }
    assertThat(operations.endlessWait().divergence().before())
        .containsExactly(
            "clock 1: receive from any source, tag any, context 0",
            "clock 1000001: Iprobe from rank 1, tag 5, context 0, 1000000 times");
  }

  @Test
  void shouldSayWhatWasRead() {
    operations.noteRead(1, ValueKind.NANO_TIME);
    operations.noteRead(2, ValueKind.NANO_TIME);
    operations.noteRead(3, ValueKind.SEED);
    assertThat(operations.endlessWait().divergence().before())
        .containsExactly("clock 2: read of NANO_TIME, 2 times", "clock 3: read of SEED");
  }

  @Test
  void shouldSayInOneLineWhatIsWrongAndWhatCameBefore() {
    for (int clock = 1; clock <= 9; clock++) {
      operations.note(OperationHistory.Kind.SEND, clock, clock, 0, 7);
    }
    DivergedException diverged = operations.diverged(9, "expected", "does actual", "cause");
    assertThat(diverged.code()).isEqualTo(ErrorCode.DIVERGED);
    assertThat(diverged.isPastRecord()).isFalse();
    assertThat(diverged.what())
        .startsWith("Rank 3 at clock 9, called ")
        .contains(", does actual, but the record says: expected; usual cause: cause; before it: ")
        .contains("clock 5: send to rank 5")
        .doesNotContain("clock 4: send")
        .doesNotContain("\n");
  }

  @Test
  void shouldNameTheLineOfEachOperationIfAsked() {
    OperationHistory withSites = new OperationHistory(0, true);
    withSites.note(OperationHistory.Kind.PROBE, 1, 0, 0, 0);
    // What runs the test is the innermost frame that belongs neither to the protocol nor the JDK.
    assertThat(withSites.endlessWait().divergence().before().get(0))
        .containsPattern(", at [\\w.$]+\\([A-Za-z]+\\.java:[0-9]+\\)$");
  }
}
