package org.ftmpj.logger.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ftmpj.logger.server.TestServer.hasCode;

import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.logger.client.RemoteEventLog;
import org.ftmpj.logger.testing.Records;
import org.junit.jupiter.api.Test;

/** An incarnation that has been replaced, or claimed by another process, appends nothing more. */
class FencingTest extends WithServer {
  @Test
  void shouldFenceTheOldIncarnation() {
    RemoteEventLog old = server.opened(0, 1);
    Records.append(old, 1, 1, 5);
    old.awaitStable(5);
    Records.append(old, 1, 6, 6);

    assertThat(Records.of(server.log(0, 2)).count()).isEqualTo(5);

    assertThatThrownBy(() -> old.awaitStable(6)).satisfies(hasCode(ErrorCode.FENCED));
    assertThatThrownBy(() -> Records.append(old, 1, 7, 7)).satisfies(hasCode(ErrorCode.FENCED));
    assertThatThrownBy(() -> Records.of(server.log(0, 1))).satisfies(hasCode(ErrorCode.FENCED));
    assertThat(Records.of(server.log(0, 3)).count()).isEqualTo(5);
  }

  @Test
  void shouldFenceTheOldIncarnationAlsoAfterARestart() {
    RemoteEventLog old = server.opened(0, 1);
    Records.append(old, 1, 1, 5);
    old.awaitStable(5);
    server.opened(0, 2);
    server.restart();

    Records.append(old, 1, 6, 6);
    assertThatThrownBy(() -> old.awaitStable(6)).satisfies(hasCode(ErrorCode.FENCED));
    assertThatThrownBy(() -> Records.of(server.log(0, 1)))
        .satisfies(hasCode(ErrorCode.FENCED))
        .hasMessageContaining("incarnation 1 is fenced, 2 has come");
  }

  @Test
  void shouldNotTakeASecondProcessForTheSameIncarnation() {
    RemoteEventLog first = server.opened(0, 1);
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
}
