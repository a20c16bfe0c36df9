package org.ftmpj.transport.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.protocol.error.ErrorCode;
import org.ftmpj.protocol.error.FtmpjException;
import org.junit.jupiter.api.Test;

class AssemblyTest {
  private static final Envelope TEN = new Envelope(1, 2, false, 3, 4, 6, 4, 5);
  private final ByteBuffer head = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
  private final Assembly assembly = new Assembly(7, "test");

  @Test
  void shouldGiveWholeMessagesAndMarks() {
    assertThat(message(1, 1, 100)).isEqualTo(new Arrival.Message(7, 1, TEN, 100));
    assertThat(mark(1, 9)).isEqualTo(new Arrival.MatchedMark(7, 9));
    assertThat(message(1, 2, 102)).isEqualTo(new Arrival.Message(7, 2, TEN, 102));
  }

  @Test
  void shouldGiveAMessageWithItsLastFragmentAndThePositionOfTheFirst() {
    assertThat(fragment(1, 1, 0, 4, 50)).isNull();
    assertThat(fragment(1, 1, 1, 4, 51)).isNull();
    assertThat(fragment(1, 1, 2, 2, 52)).isEqualTo(new Arrival.Message(7, 1, TEN, 50));
  }

  @Test
  void shouldDropWhatADeadIncarnationDidNotComplete() {
    assertThat(fragment(1, 1, 0, 4, 50)).isNull();
    assertThat(fragment(1, 1, 1, 4, 51)).isNull();
    assertThat(mark(2, 1)).isNotNull();
    assertThat(fragment(2, 1, 0, 5, 53)).isNull();
    assertThat(fragment(3, 1, 0, 5, 54)).isNull();
    assertThat(fragment(3, 1, 1, 5, 55)).isEqualTo(new Arrival.Message(7, 1, TEN, 54));
    assertThat(message(4, 2, 56)).isNotNull();
  }

  @Test
  void shouldStopAtAGapARepetitionOrARecordOfTheDead() {
    message(2, 1, 0);
    corrupt(() -> message(2, 3, 1));
    corrupt(() -> message(2, 1, 1));
    corrupt(() -> message(1, 2, 1));
    corrupt(() -> mark(1, 2));
  }

  @Test
  void shouldStopAtFragmentsThatDoNotFit() {
    corrupt(() -> fragment(1, 1, 1, 4, 0));
    Assembly fresh = new Assembly(7, "test");
    encode(1, 1, 0);
    fresh.accept(head, 4, 0);
    corrupt(() -> accept(fresh, 1, 1, 0, 4));
    corrupt(() -> accept(fresh, 1, 1, 2, 4));
    corrupt(() -> accept(fresh, 1, 2, 1, 4));
    corrupt(() -> accept(fresh, 1, 1, 1, 7));
    corrupt(() -> accept(fresh, 1, 1, 1, 0));
    corrupt(() -> accept(fresh, 1, 1, MessageHeader.WHOLE, 10));
    assertThat(accept(fresh, 1, 1, 1, 6)).isNotNull();
  }

  @Test
  void shouldStopAtAPayloadOfTheWrongLength() {
    encode(1, 1, MessageHeader.WHOLE);
    corrupt(() -> assembly.accept(head, 9, 0));
    corrupt(() -> assembly.accept(head, 11, 0));
  }

  private Arrival message(int incarnation, long sequence, long position) {
    encode(incarnation, sequence, MessageHeader.WHOLE);
    return assembly.accept(head, 10, position);
  }

  private Arrival fragment(
      int incarnation, long sequence, int fragment, int length, long position) {
    encode(incarnation, sequence, fragment);
    return assembly.accept(head, length, position);
  }

  private Arrival accept(Assembly to, int incarnation, long sequence, int fragment, int length) {
    encode(incarnation, sequence, fragment);
    return to.accept(head, length, 0);
  }

  private Arrival mark(int incarnation, long sequence) {
    MarkHeader.encode(head, incarnation, sequence);
    return assembly.accept(head, 0, 0);
  }

  private void encode(int incarnation, long sequence, int fragment) {
    MessageHeader.encode(head, incarnation, sequence, TEN, fragment);
  }

  private static void corrupt(Runnable action) {
    assertThatThrownBy(action::run)
        .isInstanceOf(FtmpjException.class)
        .extracting("code")
        .isEqualTo(ErrorCode.LOG_CORRUPT);
  }
}
