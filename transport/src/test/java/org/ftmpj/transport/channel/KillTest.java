package org.ftmpj.transport.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Random;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.transport.Child;
import org.ftmpj.transport.control.ControlBlock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KillTest {
  private static final int KILLS = 10;

  @TempDir Path directory;

  @Test
  void shouldDeliverEveryMessageOnceWhileTheSenderIsKilledAgainAndAgain() throws Exception {
    long seed = Long.getLong("seed", System.nanoTime());
    System.out.println("KillTest: -Dseed=" + seed);
    Random random = new Random(seed);
    Job job = Job.create(directory, 2);
    ControlBlock control = ControlBlock.open(job.layout().control());
    long received = 0;
    try (ChronicleInterconnect receiver = job.interconnect(1, 1)) {
      for (int incarnation = 1; incarnation <= KILLS; incarnation++) {
        try (Child sender = Child.start(KilledSender.class, directory, incarnation)) {
          long before = received;
          while (received == before) {
            received = drain(receiver, received, before + 1);
            receiver.awaitArrivals();
            assertThat(sender.isAlive()).isTrue();
          }
          long endNs = System.nanoTime() + random.nextInt(150) * 1_000_000L;
          while (System.nanoTime() < endNs) {
            // The sender may be faster.
            received = drain(receiver, received, received + 10);
            receiver.awaitArrivals();
          }
        }
        control.ringAll();
        received = drain(receiver, received, Long.MAX_VALUE);
      }
    }
    // A restarted receiver reads the same.
    try (ChronicleInterconnect receiver = job.interconnect(1, 2)) {
      assertThat(drain(receiver, 0, Long.MAX_VALUE)).isGreaterThanOrEqualTo(received);
    }
  }

  private static long drain(ChronicleInterconnect receiver, long received, long last) {
    long sequence = received;
    for (Arrival arrival; sequence < last && (arrival = receiver.poll(0)) != null; ) {
      sequence++;
      assertThat(arrival.sequence()).isEqualTo(sequence);
      assertThat(KilledSender.content(sequence).equalsReceived(receiver, (Arrival.Message) arrival))
          .as("message %d", sequence)
          .isTrue();
    }
    return sequence;
  }
}
