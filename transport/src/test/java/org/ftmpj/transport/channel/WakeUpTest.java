package org.ftmpj.transport.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.transport.bell.Doorbell;
import org.ftmpj.transport.channel.Job.Content;
import org.ftmpj.transport.control.ControlBlock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WakeUpTest {
  private static final int ROUNDS = 20_000;
  private static final Content CONTENT = Content.of(1, 64, 0);

  @TempDir Path directory;

  /** More ranks than cores, so that the waits are sleeps, and every sleep ends by a ring. */
  @Test
  void shouldNotLoseAWakeUp() throws Exception {
    int size = Runtime.getRuntime().availableProcessors() + 1;
    Job job = Job.create(directory, size);
    try (ChronicleInterconnect one = job.interconnect(0, 1);
        ChronicleInterconnect other = job.interconnect(1, 1)) {
      CompletableFuture<Integer> echo =
          CompletableFuture.supplyAsync(
              () -> {
                int late = 0;
                for (int i = 1; i <= ROUNDS; i++) {
                  late += receive(other, 0);
                  CONTENT.send(other, 0, i);
                }
                return late;
              });
      int late = 0;
      for (int i = 1; i <= ROUNDS; i++) {
        CONTENT.send(one, 1, i);
        late += receive(one, 1);
      }
      late += echo.get(60, TimeUnit.SECONDS);
      // The machine may stop us for 100 ms, but not often.
      assertThat(late).isLessThan(5);
    }
  }

  /** Whether the message was waited for to the end of a sleep. */
  private static int receive(ChronicleInterconnect at, int source) {
    int late = 0;
    Arrival arrival;
    while ((arrival = at.poll(source)) == null) {
      long startNs = System.nanoTime();
      at.awaitArrivals();
      if (System.nanoTime() - startNs >= Doorbell.LONGEST_SLEEP_MS * 1_000_000L) {
        late++;
      }
    }
    assertThat(arrival).isInstanceOf(Arrival.Message.class);
    return late;
  }

  /** As after a kill between append and doorbell: the log has it, no hint says so. */
  @Test
  void shouldFindWithin100MillisecondsWhatCameWithoutAHint() {
    Job job = Job.create(directory, 2);
    try (ChronicleInterconnect receiver = job.interconnect(1, 1)) {
      OutboundChannel channel = silentChannel(job);
      for (int i = 1; i <= 5; i++) {
        assertThat(receiver.poll(0)).isNull();
        assertThat(receiver.poll(1)).isNull();
        channel.send(i, CONTENT.envelope(), CONTENT.fixed(), null);
        int waits = 0;
        while (receiver.poll(0) == null) {
          assertThat(receiver.poll(1)).isNull();
          receiver.awaitArrivals();
          assertThat(++waits).isLessThanOrEqualTo(2);
        }
      }
      channel.close();
    }
  }

  @Test
  void shouldFindWhatCameWithoutAHintAlsoWhenOnlyPolling() {
    Job job = Job.create(directory, 2);
    try (ChronicleInterconnect receiver = job.interconnect(1, 1)) {
      assertThat(receiver.poll(0)).isNull();
      OutboundChannel channel = silentChannel(job);
      channel.send(1, CONTENT.envelope(), CONTENT.fixed(), null);
      long endNs = System.nanoTime() + 10_000_000_000L;
      while (receiver.poll(0) == null) {
        assertThat(System.nanoTime()).isLessThan(endNs);
      }
      channel.close();
    }
  }

  @Test
  void shouldWakeUpAndLookWhenEverybodyIsRung() throws Exception {
    Job job = Job.create(directory, 2);
    ControlBlock control = ControlBlock.open(job.layout().control());
    try (ChronicleInterconnect receiver = job.interconnect(1, 1)) {
      assertThat(receiver.poll(0)).isNull();
      assertThat(receiver.poll(1)).isNull();
      OutboundChannel channel = silentChannel(job);
      channel.send(1, CONTENT.envelope(), CONTENT.fixed(), null);
      control.ringAll();
      receiver.awaitArrivals();
      assertThat(receiver.poll(0)).isNotNull();
      channel.close();
    }
  }

  private static OutboundChannel silentChannel(Job job) {
    return new OutboundChannel(0, job.layout().channel(0, 1), 1, () -> {});
  }
}
