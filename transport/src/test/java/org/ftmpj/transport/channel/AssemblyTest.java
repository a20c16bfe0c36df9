package org.ftmpj.transport.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.transport.journal.SegmentStart;
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
  void shouldTellWherePayloadsAreInTheBulkLog() {
    encode(MessageHeader.BULK, 1, 1, 4096);
    isInBulkLog(assembly.accept(head, 0, 100), 4096, false);
    encode(MessageHeader.BEGUN, 1, 2, 4096);
    isInBulkLog(assembly.accept(head, 0, 100), 4096, true);
    encode(MessageHeader.BULK, 1, 3, 0);
    isInBulkLog(assembly.accept(head, 0, 100), 0, false);
    long position = ((Arrival.Message) message(1, 4, 0)).position();
    assertThat(Assembly.isInBulkLog(position)).isFalse();
    assertThat(Assembly.isBegun(position)).isFalse();
  }

  private static void isInBulkLog(Arrival arrival, long where, boolean begun) {
    long position = ((Arrival.Message) arrival).position();
    assertThat(Assembly.isInBulkLog(position)).isTrue();
    assertThat(Assembly.positionInBulkLog(position)).isEqualTo(where);
    assertThat(Assembly.isBegun(position)).isEqualTo(begun);
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
  void shouldBeginAtAnySegmentAndStopAtOneThatDoesNotFollow() {
    assembly.enter(new SegmentStart(5, 2));
    assertThat(assembly.incarnation()).isZero();
    corrupt(() -> message(1, 5, 0));
    message(2, 5, 0);
    assembly.enter(new SegmentStart(6, 3));
    corrupt(() -> message(2, 6, 0));
    message(3, 6, 0);
    corrupt(() -> assembly.enter(new SegmentStart(8, 3)));
    corrupt(() -> assembly.enter(new SegmentStart(6, 3)));
    corrupt(() -> assembly.enter(new SegmentStart(7, 2)));
    assembly.enter(new SegmentStart(7, 3));
  }

  @Test
  void shouldStopAtAPayloadOfTheWrongLength() {
    encode(MessageHeader.MESSAGE, 1, 1, 0);
    corrupt(() -> assembly.accept(head, 9, 0));
    corrupt(() -> assembly.accept(head, 11, 0));
    encode(MessageHeader.BULK, 1, 1, 0);
    corrupt(() -> assembly.accept(head, 10, 0));
  }

  private Arrival message(int incarnation, long sequence, long position) {
    encode(MessageHeader.MESSAGE, incarnation, sequence, 0);
    return assembly.accept(head, 10, position);
  }

  private Arrival mark(int incarnation, long sequence) {
    MarkHeader.encode(head, incarnation, sequence);
    return assembly.accept(head, 0, 0);
  }

  private void encode(int kind, int incarnation, long sequence, long bulk) {
    MessageHeader.encode(head, kind, incarnation, sequence, TEN, bulk);
  }

  private static void corrupt(Runnable action) {
    assertThatThrownBy(action::run)
        .isInstanceOf(FtmpjException.class)
        .extracting("code")
        .isEqualTo(ErrorCode.LOG_CORRUPT);
  }
}
