package org.ftmpj.logger.agreement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.junit.jupiter.api.Test;

class LocalAgreementTest {
  private final LocalAgreement one = new LocalAgreement();
  private final LocalAgreement other = one.another();

  @Test
  void shouldBeTheSameForAllProcesses() throws InterruptedException {
    assertThat(one.claim(0, Map.of("a", new byte[] {1})).accepted()).isTrue();
    assertThat(other.claim(0, Map.of()).accepted()).isFalse();
    assertThat(other.read().note("a")).contains(new byte[] {1});
    assertThat(one.next(1, "n", 4).state().counter("n")).isEqualTo(4);
    assertThat(other.next(1, "n", 1).state().counter("n")).isEqualTo(5);
    assertThat(one.end(1).accepted()).isTrue();
    assertThat(other.read().ended()).isTrue();
  }

  @Test
  void shouldSayWhatIsTooMuch() throws InterruptedException {
    one.claim(0, Map.of());
    Map<String, byte[]> much = Map.of("a", new byte[StateMachine.MOST_BYTES]);
    assertThatThrownBy(() -> one.update(1, much)).satisfies(LocalAgreementTest::isFull);
    assertThat(one.update(0, much).accepted()).isFalse();
  }

  private static void isFull(Throwable e) {
    assertThat(((FtmpjException) e).code()).isEqualTo(ErrorCode.AGREEMENT_FULL);
  }

  @Test
  void shouldHaveItsLoggersAwayAndBack() throws InterruptedException {
    other.setAway(true);
    assertThatThrownBy(one::read).hasMessageContaining("FTMPJ-1405");
    one.setAway(false);
    assertThat(other.read().term()).isZero();
  }
}
