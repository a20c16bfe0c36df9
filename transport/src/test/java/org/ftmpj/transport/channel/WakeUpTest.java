package org.ftmpj.transport.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.transport.bulk.BulkReader;
import org.ftmpj.transport.bulk.BulkWriter;
import org.ftmpj.transport.channel.Job.Content;
import org.ftmpj.transport.control.ControlBlock;
import org.ftmpj.transport.journal.SegmentRules;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WakeUpTest {
  private static final int ROUNDS = 20_000;
  private static final Content CONTENT = Content.of(1, 64, 0);

  @TempDir Path directory;

  @Test
  void shouldReceiveFromAnotherThatSleepsToo() throws Exception {
    Job job = Job.create(directory, 2);
    try (ChronicleInterconnect one = job.interconnect(0, 1);
        ChronicleInterconnect other = job.interconnect(1, 1)) {
      CompletableFuture<Void> echo =
          CompletableFuture.runAsync(
              () -> {
                for (int i = 1; i <= ROUNDS; i++) {
                  receive(other, 0);
                  CONTENT.send(other, 0, i);
                }
              });
      for (int i = 1; i <= ROUNDS; i++) {
        CONTENT.send(one, 1, i);
        receive(one, 1);
      }
      echo.get(120, TimeUnit.SECONDS);
    }
  }

  private static void receive(ChronicleInterconnect at, int source) {
    Arrival arrival;
    while ((arrival = at.next()) == null) {
      at.awaitArrivals();
    }
    assertThat(arrival).isInstanceOf(Arrival.Message.class);
    assertThat(arrival.source()).isEqualTo(source);
  }

  /** As after a kill between append and doorbell: the log has it, no hint says so. */
  @Test
  void shouldFindWithin100MillisecondsWhatCameWithoutAHint() {
    Job job = Job.create(directory, 2);
    try (ChronicleInterconnect receiver = job.interconnect(1, 1)) {
      OutboundChannel channel = silentChannel(job);
      for (int i = 1; i <= 5; i++) {
        assertThat(receiver.next()).isNull();
        channel.send(i, CONTENT.envelope(), CONTENT.fixed(), null);
        int waits = 0;
        while (receiver.next() == null) {
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
      assertThat(receiver.next()).isNull();
      OutboundChannel channel = silentChannel(job);
      channel.send(1, CONTENT.envelope(), CONTENT.fixed(), null);
      long endNs = System.nanoTime() + 120_000_000_000L;
      while (receiver.next() == null) {
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
      assertThat(receiver.next()).isNull();
      OutboundChannel channel = silentChannel(job);
      channel.send(1, CONTENT.envelope(), CONTENT.fixed(), null);
      control.ringAll();
      receiver.awaitArrivals();
      assertThat(receiver.next()).isNotNull();
      channel.close();
    }
  }

  private static OutboundChannel silentChannel(Job job) {
    return new OutboundChannel(
        0,
        1,
        job.layout().channel(0, 1),
        1,
        new BulkPlaces(MessageRetention.ALL, 2),
        new BulkWriter(job.layout().bulk(0), 1),
        new BulkReader(job.layout().bulk(0)),
        SegmentRules.usual(),
        bytes -> {},
        () -> {});
  }
}
