package org.ftmpj.transport.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.testing.Rotated;
import org.ftmpj.transport.Child;
import org.ftmpj.transport.Examples;
import org.ftmpj.transport.bulk.BulkReader;
import org.ftmpj.transport.channel.Job.Content;
import org.ftmpj.transport.channel.KilledSender.Kind;
import org.ftmpj.transport.control.ControlBlock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class KillTest {
  private static final int KILLS = 6;
  private static final int KILLS_WITHIN = 4;

  @TempDir Path directory;

  @Test
  @Rotated(
      kind = "writers that are killed",
      turns = {2, 6})
  void shouldDeliverEveryMessageOnceWhileTheSenderIsKilledAgainAndAgain() throws Exception {
    Random random = Examples.random("KillTest");
    Job job = Job.create(directory, 2);
    ControlBlock control = ControlBlock.open(job.layout().control());
    ExecutorService threads = Executors.newSingleThreadExecutor();
    long last;
    try (ChronicleInterconnect receiver = job.interconnect(1, 1)) {
      AtomicLong received = new AtomicLong();
      AtomicLong end = new AtomicLong(Long.MAX_VALUE);
      Future<?> receiving = threads.submit(() -> receive(receiver, received, end));
      for (int incarnation = 1; incarnation <= KILLS; incarnation++) {
        try (Child sender = start(incarnation, Kind.MIXED)) {
          long before = received.get();
          while (received.get() == before) {
            assertThat(sender.isAlive()).isTrue();
            assertThat(receiving.isDone()).isFalse();
            Thread.sleep(1);
          }
          Thread.sleep(random.nextInt(150));
        }
        control.ringAll();
      }
      last = complete(job, Kind.MIXED) + 10;
      end.set(last);
      try (Child sender = start(KILLS + 1, Kind.MIXED, last)) {
        assertThat(sender.waitFor()).isZero();
      }
      receiving.get();
    } finally {
      threads.shutdownNow();
    }
    // A restarted receiver reads the same.
    try (ChronicleInterconnect receiver = job.interconnect(1, 2)) {
      receive(receiver, new AtomicLong(), new AtomicLong(last));
      assertThat(receiver.next()).isNull();
    }
  }

  /** Receives and checks messages until so many have come. */
  private static void receive(ChronicleInterconnect receiver, AtomicLong received, AtomicLong end) {
    while (received.get() < end.get()) {
      if (receiver.next() instanceof Arrival.Message message) {
        long sequence = received.get() + 1;
        assertThat(message.sequence()).isEqualTo(sequence);
        assertThat(Kind.MIXED.content(sequence).equalsReceived(receiver, message))
            .as("message %d", sequence)
            .isTrue();
        received.set(sequence);
      } else {
        receiver.awaitArrivals();
      }
    }
  }

  /**
   * The receiver has copied the first part of a message, and waits for the rest; a reader of the
   * record does not see the message; the next incarnation of the sender completes it.
   */
  @Test
  @Rotated(
      kind = "writers that are killed",
      turns = {3, 7})
  void shouldCompleteTheLargeMessageInWhichTheSenderWasKilled() throws Exception {
    Job job = Job.create(directory, 2);
    ExecutorService threads = Executors.newSingleThreadExecutor();
    try (ChronicleInterconnect receiver = job.interconnect(1, 1)) {
      int incarnation = 0;
      long sequence = 0;
      Future<Boolean> copied = null;
      for (int hits = 0; hits < KILLS_WITHIN; ) {
        killWithinAMessage(job, ++incarnation);
        long complete = complete(job, Kind.LARGE);
        while (sequence <= complete || copied == null) {
          if (copied == null) {
            Arrival.Message message = (Arrival.Message) receiver.next();
            if (message == null) {
              break;
            }
            assertThat(message.sequence()).isEqualTo(++sequence);
            copied = copy(receiver, message.copy(), threads);
          }
          if (sequence <= complete) {
            assertThat(copied.get()).as("message %d", sequence).isTrue();
            copied = null;
          }
        }
        if (copied != null) {
          hits++;
          Future<Boolean> waiting = copied;
          assertThatThrownBy(() -> waiting.get(100, TimeUnit.MILLISECONDS))
              .isInstanceOf(TimeoutException.class);
        }
        assertThat(incarnation).isLessThan(10 * KILLS_WITHIN);
      }
      try (Child sender = start(++incarnation, Kind.LARGE)) {
        assertThat(copied.get()).isTrue();
        assertThat(sender.isAlive()).isTrue();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static Future<Boolean> copy(
      ChronicleInterconnect receiver, Arrival.Message message, ExecutorService threads) {
    Content content = Kind.LARGE.content(message.sequence());
    return threads.submit(() -> content.equalsReceived(receiver, message));
  }

  private void killWithinAMessage(Job job, int incarnation) throws IOException {
    try (BulkReader bulk = new BulkReader(job.layout().bulk(0));
        Child sender = start(incarnation, Kind.LARGE)) {
      long before = bulk.written();
      while (bulk.written() < before + (1 << 20)) {
        assertThat(sender.isAlive()).isTrue();
        Thread.onSpinWait();
      }
    }
  }

  /** How many messages are complete in the record; checks them. */
  private static long complete(Job job, Kind kind) {
    long complete = 0;
    try (RecordedChannel log = new RecordedChannel(job.layout(), 0, 1)) {
      while (log.next() instanceof Arrival.Message message) {
        complete++;
        assertThat(message.sequence()).isEqualTo(complete);
        Envelope expected = kind.content(complete).envelope();
        assertThat(message.envelope()).isEqualTo(expected);
      }
      assertThat(log.next()).isNull();
    }
    return complete;
  }

  private Child start(int incarnation, Kind kind) throws IOException {
    return start(incarnation, kind, Long.MAX_VALUE);
  }

  private Child start(int incarnation, Kind kind, long last) throws IOException {
    return Child.start(KilledSender.class, directory, incarnation, kind, last);
  }
}
