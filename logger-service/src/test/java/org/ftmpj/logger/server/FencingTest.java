package org.ftmpj.logger.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ftmpj.logger.server.TestServer.hasCode;

import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.logger.client.QuorumEventLog;
import org.ftmpj.logger.testing.Records;
import org.junit.jupiter.api.Test;

/** An incarnation that has been replaced, or claimed by another process, appends nothing more. */
class FencingTest extends WithServer {
  @Test
  void shouldFenceTheOldIncarnation() {
    QuorumEventLog old = server.opened(0, 1);
    Records.append(old, 1, 1, 5);
    old.awaitStable(5);

    assertThat(Records.of(server.log(0, 2)).count()).isEqualTo(5);

    assertThatThrownBy(() -> appendAndAwait(old, 6)).satisfies(hasCode(ErrorCode.FENCED));
    assertThatThrownBy(() -> Records.append(old, 1, 7, 7)).satisfies(hasCode(ErrorCode.FENCED));
    assertThatThrownBy(() -> Records.of(server.log(0, 1))).satisfies(hasCode(ErrorCode.FENCED));
    assertThat(Records.of(server.log(0, 3)).count()).isEqualTo(5);
  }

  @Test
  void shouldFenceTheOldIncarnationAlsoAfterARestart() {
    QuorumEventLog old = server.opened(0, 1);
    Records.append(old, 1, 1, 5);
    old.awaitStable(5);
    server.opened(0, 2);
    server.restart();

    assertThatThrownBy(() -> appendAndAwait(old, 6)).satisfies(hasCode(ErrorCode.FENCED));
    assertThatThrownBy(() -> Records.of(server.log(0, 1)))
        .satisfies(hasCode(ErrorCode.FENCED))
        .hasMessageContaining("incarnation 1 is fenced, 2 has come");
  }

  @Test
  void shouldNotTakeASecondProcessForTheSameIncarnation() {
    QuorumEventLog first = server.opened(0, 1);
    Records.append(first, 1, 1, 1);

    assertThatThrownBy(() -> Records.of(server.log(0, 1)))
        .satisfies(hasCode(ErrorCode.FENCED))
        .hasMessageContaining("belongs to another process");
    first.awaitStable(1);
    server.restart();
    assertThatThrownBy(() -> Records.of(server.log(0, 1))).satisfies(hasCode(ErrorCode.FENCED));
    Records.append(first, 1, 2, 2);
    first.awaitStable(2);
  }

  private static void appendAndAwait(QuorumEventLog log, long number) {
    Records.append(log, 1, number, number);
    log.awaitStable(number);
  }
}
