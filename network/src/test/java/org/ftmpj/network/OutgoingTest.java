package org.ftmpj.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.ftmpj.network.frame.Missing;
import org.junit.jupiter.api.Test;

class OutgoingTest {
  private static final long PAUSE_NS = 10_000_000;

  private final Outgoing outgoing = new Outgoing(1 << 20, PAUSE_NS);
  private final SessionConnection link = new SessionConnection(null, new PathUse(0));

  @Test
  void shouldSendAgainOnlyWhatIsLostForSure() {
    send(4);
    link.seenByPeer(2, 0);
    // Frame 3 may still be on its way, and 4, too.
    outgoing.missing(missing(2, 4), 0);
    assertThat(outgoing.peek().number).isEqualTo(2);
    sendNext(0);
    assertThat(outgoing.peek()).isNull();
  }

  @Test
  void shouldWaitLongerEachTimeBeforeItSendsAgain() {
    send(1);
    long nowNs = 0;
    for (long pauseNs : new long[] {0, PAUSE_NS, 2 * PAUSE_NS, 4 * PAUSE_NS}) {
      link.seenByPeer(Long.MAX_VALUE, nowNs);
      link.seenByPeer = Long.MAX_VALUE;
      outgoing.missing(missing(1, 1), nowNs + pauseNs - 1);
      if (pauseNs > 0) {
        assertThat(outgoing.peek()).isNull();
      }
      outgoing.missing(missing(1, 1), nowNs + pauseNs);
      assertThat(outgoing.peek().number).isEqualTo(1);
      nowNs += pauseNs;
      sendNext(nowNs);
    }
  }

  @Test
  void shouldAskBeforeItSendsAgainWhatABrokenConnectionHad() {
    send(5);
    outgoing.abandoned(link);
    assertThat(outgoing.peek()).isNull();
    outgoing.acknowledged(2, 1);
    outgoing.missing(missing(3, 4), 0);
    assertThat(outgoing.peek().number).isEqualTo(3);
    sendNext(0);
    assertThat(outgoing.peek().number).isEqualTo(4);
    // It has come meanwhile.
    outgoing.acknowledged(4, 4);
    assertThat(outgoing.peek()).isNull();
  }

  @Test
  void shouldHaveRoomAgainForWhatIsDeliveredAndNotForWhatIsReceived() {
    int sent = 0;
    while (outgoing.hasRoom()) {
      outgoing.add(Topic.JOB, Content.of(new byte[Content.MOST]));
      sendNext(0);
      sent++;
    }
    assertThat(outgoing.bytes()).isLessThanOrEqualTo(1 << 20);
    outgoing.acknowledged(sent, 0);
    assertThat(outgoing.hasRoom()).isFalse();
    assertThat(outgoing.isAwaited()).isFalse();
    List<PendingContent> done = outgoing.acknowledged(sent, 2);
    assertThat(done).extracting(entry -> entry.number).containsExactly(1L, 2L);
    assertThat(outgoing.hasRoom()).isTrue();
  }

  @Test
  void shouldRefuseWhatCannotBeAcknowledged() {
    send(2);
    assertThatThrownBy(() -> outgoing.acknowledged(3, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> outgoing.acknowledged(1, 2))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldFindContentsByNumberAlsoWhenThereAreMany() {
    Outgoing large = new Outgoing(1 << 30, PAUSE_NS);
    for (int i = 1; i <= 5000; i++) {
      large.add(Topic.JOB, Content.of(new byte[1]));
      large.sent(large.peek(), link, link.next(1, 0), 0);
    }
    link.seenByPeer(5000, 0);
    large.missing(missing(4711, 4711), 0);
    assertThat(large.peek().number).isEqualTo(4711);
  }

  private void send(int count) {
    for (int i = 0; i < count; i++) {
      outgoing.add(Topic.CHANNELS, Content.of(new byte[10]));
      sendNext(0);
    }
  }

  private void sendNext(long nowNs) {
    outgoing.sent(outgoing.peek(), link, link.next(10, nowNs), nowNs);
  }

  private static Missing missing(long first, long last) {
    return new Missing(List.of(new Missing.Range(first, last)));
  }
}
