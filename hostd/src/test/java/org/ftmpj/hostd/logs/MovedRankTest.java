package org.ftmpj.hostd.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.transport.channel.ChronicleInterconnect;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A rank whose host is lost, and its messages to the others and theirs to it. */
@Timeout(300)
class MovedRankTest extends ThreeHosts {
  @Test
  void shouldGoOnWhereReceiversAreWhenASenderIsRepeatedOnAnotherHost() {
    ChronicleInterconnect zero = rank(0, 1, 1);
    ChronicleInterconnect one = rank(1, 2, 1);
    ChronicleInterconnect lost = rank(MOVED, LOST, 1);
    for (long sequence = 1; sequence <= 14; sequence++) {
      send(lost, 0, sequence);
      send(lost, 1, sequence);
      lost.mark(1, sequence);
    }
    receive(zero, MOVED, 1, 7);
    receive(one, MOVED, 1, 9);
    await().until(() -> mirrored(1, 0) == 14 && mirrored(2, 1) == 28);
    // Some pieces come, and not the others.
    Link link = links.get(List.of(LOST, 2));
    link.cutAfter(3);
    Rank.send(lost, 1, 15, LARGE, 0);
    await().until(link::isCut);
    lost.close();
    lose();

    ChronicleInterconnect moved = rank(MOVED, 1, 2);
    for (long sequence = 1; sequence <= 20; sequence++) {
      // Marks have no place of their own among the messages.
      moved.mark(1, sequence);
      send(moved, 1, sequence);
      send(moved, 0, sequence);
    }
    receive(zero, MOVED, 8, 20);
    receive(one, MOVED, 10, 20);
    moved.close();
    zero.close();
    one.close();
    assertThat(failures).isEmpty();
  }

  @Test
  void shouldNotSendPayloadsAgainThatTheReceiversHostHas() {
    ChronicleInterconnect one = rank(1, 2, 1);
    ChronicleInterconnect lost = rank(MOVED, LOST, 1);
    for (long sequence = 1; sequence <= 10; sequence++) {
      Rank.send(lost, 1, sequence, sequence % 2 == 0 ? LARGE : 20_000, 0);
    }
    await().until(() -> mirrored(2, 1) == 10);
    lost.close();
    lose();
    ChronicleInterconnect moved = rank(MOVED, 1, 2);
    for (long sequence = 1; sequence <= 10; sequence++) {
      Rank.send(moved, 1, sequence, sequence % 2 == 0 ? LARGE : 20_000, 0);
    }
    Rank.send(moved, 1, 11, 20_000, 0);
    receive(one, MOVED, 1, 11);
    assertThat(links.get(List.of(1, 2)).bytes()).isBetween(20_000L, 25_000L);
    assertThat(failures).isEmpty();
    moved.close();
    one.close();
  }

  @Test
  void shouldSendARepeatedRankEverythingFromTheBeginning() {
    ChronicleInterconnect zero = rank(0, 1, 1);
    ChronicleInterconnect one = rank(1, 2, 1);
    ChronicleInterconnect lost = rank(MOVED, LOST, 1);
    for (long sequence = 1; sequence <= 11; sequence++) {
      Rank.send(one, MOVED, sequence, length(sequence), 0);
    }
    receive(lost, 1, 1, 11);
    for (long sequence = 1; sequence <= 11; sequence++) {
      Rank.send(zero, MOVED, sequence, length(sequence), 0);
    }
    receive(lost, 0, 1, 11);
    lost.close();
    lose();
    ChronicleInterconnect moved = rank(MOVED, 1, 2);
    Map<Integer, Long> sequences = new HashMap<>(Map.of(0, 0L, 1, 0L));
    for (int i = 0; i < 22; i++) {
      Arrival.Message message = next(moved);
      assertThat(message.sequence()).isEqualTo(sequences.merge(message.source(), 1L, Long::sum));
    }
    assertThat(sequences).isEqualTo(Map.of(0, 11L, 1, 11L));
    moved.close();
    zero.close();
    one.close();
  }

  @Test
  void shouldNoticeThatARepeatedRankSendsSomethingElse() {
    ChronicleInterconnect lost = rank(MOVED, LOST, 1);
    for (long sequence = 1; sequence <= 5; sequence++) {
      Rank.send(lost, 1, sequence, length(sequence), 0);
    }
    await().until(() -> mirrored(2, 1) == 5);
    lost.close();
    lose();
    ChronicleInterconnect moved = rank(MOVED, 1, 2);
    for (long sequence = 1; sequence <= 4; sequence++) {
      Rank.send(moved, 1, sequence, length(sequence), 0);
    }
    Envelope other = new Envelope(5, 5, false, 1, LARGE, LARGE, 0, 0);
    moved.send(1, 5, other, ByteBuffer.allocateDirect(LARGE), null);
    await().until(() -> !failures.isEmpty());
    assertThat(failures.get(0)).isInstanceOf(FtmpjException.class);
    assertThat(((FtmpjException) failures.get(0)).code()).isEqualTo(ErrorCode.DIVERGED);
    moved.close();
  }

  @Test
  void shouldRefuseTheDigestOfAMessageThatIsNotThere() {
    ChronicleInterconnect lost = rank(MOVED, LOST, 1);
    for (long sequence = 1; sequence <= 5; sequence++) {
      Rank.send(lost, 1, sequence, 20_000, 0);
    }
    await().until(() -> mirrored(2, 1) == 5);
    lost.close();
    lose(1);
    ChronicleInterconnect moved = rank(MOVED, 1, 2);
    for (long sequence = 1; sequence <= 6; sequence++) {
      Rank.send(moved, 1, sequence, 20_000, 0);
    }
    await().until(() -> !failures.isEmpty());
    assertThat(((FtmpjException) failures.get(0)).code()).isEqualTo(ErrorCode.LOG_CORRUPT);
    moved.close();
  }
}
