package org.ftmpj.agent.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.protocol.event.ValueKind;
import org.junit.jupiter.api.Test;

class PrologueTest {
  private final Prologue first = new Prologue(true);
  private final Prologue again = new Prologue(true);

  private static long unread() {
    throw new AssertionError("the session is asked");
  }

  private void keepTwo() {
    first.number(ValueKind.NANO_TIME, () -> 17);
    first.data(ValueKind.SECURE_RANDOM, () -> new byte[] {1, 2});
    first.end();
    first.begun();
  }

  @Test
  void shouldGiveTheSameValuesAgainWithoutTheSession() {
    keepTwo();
    again.repeat(first.saved());
    assertThat(again.isRepeated()).isTrue();
    assertThat(again.number(ValueKind.NANO_TIME, PrologueTest::unread)).isEqualTo(17);
    assertThat(again.data(ValueKind.SECURE_RANDOM, () -> null)).containsExactly(1, 2);
    again.end();
    again.begun();
    assertThat(again.isRepeated()).isFalse();
    assertThat(again.isPast(ValueKind.NANO_TIME)).isTrue();
  }

  @Test
  void shouldKeepThemForTheNextIncarnation() {
    keepTwo();
    again.repeat(first.saved());
    Prologue third = new Prologue(true);
    third.repeat(again.saved());
    assertThat(third.number(ValueKind.NANO_TIME, PrologueTest::unread)).isEqualTo(17);
  }

  @Test
  void shouldNotKeepWhatIsReadLater() {
    keepTwo();
    assertThat(first.isPast(ValueKind.NANO_TIME)).isTrue();
    again.repeat(first.saved());
    again.number(ValueKind.NANO_TIME, PrologueTest::unread);
    again.data(ValueKind.SECURE_RANDOM, () -> null);
    again.end();
  }

  @Test
  void shouldRefuseOtherReads() {
    keepTwo();
    again.repeat(first.saved());
    assertCode(() -> again.number(ValueKind.WTIME, PrologueTest::unread), ErrorCode.OTHER_PROLOGUE);
  }

  @Test
  void shouldRefuseMoreAndFewerReads() {
    keepTwo();
    again.repeat(first.saved());
    again.number(ValueKind.NANO_TIME, PrologueTest::unread);
    assertCode(again::end, ErrorCode.OTHER_PROLOGUE);
    again.data(ValueKind.SECURE_RANDOM, () -> null);
    assertCode(
        () -> again.number(ValueKind.NANO_TIME, PrologueTest::unread), ErrorCode.OTHER_PROLOGUE);
  }

  @Test
  void shouldRefuseReadsWhileStateIsRestored() {
    again.repeat(first.saved());
    again.end();
    assertCode(
        () -> again.number(ValueKind.NANO_TIME, PrologueTest::unread), ErrorCode.BEFORE_RESTORE);
  }

  @Test
  void shouldNotHoldThemWithoutBound() {
    for (int i = 0; i < 20; i++) {
      first.data(ValueKind.FILE, () -> new byte[1 << 20]);
    }
    assertThat(first.isTooLong()).isTrue();
    again.restore(first.saved());
    assertThat(again.isTooLong()).isTrue();
  }

  @Test
  void shouldNoticeInputThatIsReadLater() {
    first.number(ValueKind.INPUT, () -> 1);
    first.end();
    first.isPast(ValueKind.INPUT);
    first.begun();
    assertThat(first.isInputRead()).isFalse();
    first.isPast(ValueKind.INPUT);
    assertThat(first.isInputRead()).isTrue();
  }

  private static void assertCode(Runnable call, ErrorCode code) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(FtmpjException.class, e -> assertThat(e.code()).isEqualTo(code));
  }
}
