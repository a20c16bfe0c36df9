package org.ftmpj.network;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.CompletableFuture;
import org.ftmpj.network.Incoming.Fate;
import org.ftmpj.network.frame.Missing.Range;
import org.junit.jupiter.api.Test;

class IncomingTest {
  private final Incoming incoming = new Incoming(1 << 20);

  @Test
  void shouldPutInOrderWhatComesInAnyOther() throws InterruptedException {
    for (long number : new long[] {3, 1, 5, 4}) {
      assertThat(offer(number, 10)).isEqualTo(Fate.TAKEN);
    }
    assertThat(incoming.received()).isEqualTo(1);
    assertThat(incoming.missing(7).ranges()).containsExactly(new Range(2, 2), new Range(6, 7));
    assertThat(offer(2, 10)).isEqualTo(Fate.TAKEN);
    assertThat(incoming.received()).isEqualTo(5);
    for (long number = 1; number <= 5; number++) {
      Incoming.Arrival arrival = incoming.take();
      assertThat(arrival.bytes().getLong(0)).isEqualTo(number);
      assertThat(incoming.delivered()).isEqualTo(number - 1);
      incoming.delivered(arrival);
    }
  }

  @Test
  void shouldRecogniseWhatHasComeBeforeDeliveredOrNot() throws InterruptedException {
    offer(1, 10);
    offer(3, 10);
    assertThat(offer(1, 10)).isEqualTo(Fate.DUPLICATE);
    assertThat(offer(3, 10)).isEqualTo(Fate.DUPLICATE);
    incoming.delivered(incoming.take());
    assertThat(offer(1, 10)).isEqualTo(Fate.DUPLICATE);
  }

  @Test
  void shouldEndAfterTheLastThatWasSentAlsoWhenItComesLater() throws InterruptedException {
    offer(1, 10);
    incoming.endAfter(2);
    incoming.delivered(incoming.take());
    offer(2, 10);
    assertThat(incoming.take().bytes().getLong(0)).isEqualTo(2);
    assertThat(incoming.take()).isSameAs(Incoming.Arrival.END);
  }

  @Test
  void shouldHoldNoMoreThanItsBound() throws InterruptedException {
    long number = 1;
    while (offer(number, Content.MOST) == Fate.TAKEN) {
      number++;
    }
    assertThat(incoming.most()).isBetween(1L << 20, (2L << 20) + Content.MOST);
    incoming.delivered(incoming.take());
    assertThat(offer(number, Content.MOST)).isEqualTo(Fate.TAKEN);
  }

  @Test
  void shouldLendWhatIsNextWhileItsTakerSleeps() throws Exception {
    CompletableFuture<Long> taken = new CompletableFuture<>();
    Thread taker = new Thread(() -> complete(taken));
    taker.start();
    await().until(() -> taker.getState() == Thread.State.WAITING);
    assertThat(offer(2, Topic.CHANNELS, 10)).isEqualTo(Fate.TAKEN);
    assertThat(offer(1, Topic.JOB, 10)).isEqualTo(Fate.TAKEN);
    assertThat(taken.get(120, SECONDS)).isEqualTo(1);
    incoming.delivered(incoming.take());

    CompletableFuture<Long> next = new CompletableFuture<>();
    Thread sleeper = new Thread(() -> complete(next));
    sleeper.start();
    await().until(() -> sleeper.getState() == Thread.State.WAITING);
    assertThat(offer(3, Topic.CHANNELS, Content.MOST)).isEqualTo(Fate.LENT);
    assertThat(offer(3, Topic.CHANNELS, 10)).isEqualTo(Fate.DUPLICATE);
    assertThat(offer(4, Topic.CHANNELS, 10)).isEqualTo(Fate.TAKEN);
    assertThat(incoming.received()).isEqualTo(4);
    assertThat(incoming.delivered()).isEqualTo(2);
    assertThat(next).isNotDone();
    incoming.returned();
    assertThat(next.get(120, SECONDS)).isEqualTo(4);
    assertThat(incoming.delivered()).isEqualTo(4);
  }

  /** Takes one and delivers it. */
  private void complete(CompletableFuture<Long> taken) {
    try {
      Incoming.Arrival arrival = incoming.take();
      incoming.delivered(arrival);
      taken.complete(arrival.bytes().getLong(0));
    } catch (InterruptedException e) {
      taken.completeExceptionally(e);
    }
  }

  private Fate offer(long number, int length) {
    return offer(number, Topic.JOB, length);
  }

  private Fate offer(long number, Topic topic, int length) {
    return incoming.offer(
        number,
        topic,
        ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN).putLong(0, number));
  }
}
