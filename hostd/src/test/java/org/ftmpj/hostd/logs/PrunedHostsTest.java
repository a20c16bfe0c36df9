package org.ftmpj.hostd.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.ReadPosition;
import org.ftmpj.testing.Rotated;
import org.ftmpj.transport.bulk.LogMemory;
import org.ftmpj.transport.channel.ChronicleInterconnect;
import org.ftmpj.transport.journal.JournalReader;
import org.ftmpj.transport.journal.RetainedPositions;
import org.ftmpj.transport.journal.RetainedPositions.Checkpoint;
import org.ftmpj.transport.journal.SegmentRules;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Logs and mirrors of two hosts of which is removed what no checkpoint needs. Rank 0 on host 1
 * sends to rank 1 on host 2.
 */
@Timeout(300)
@Rotated(
    kind = "logs of hosts",
    turns = {0, 4})
class PrunedHostsTest {
  private static final int SEGMENT = 256 << 10;
  private static final int MESSAGES = 1500;
  private static final int BULK_EVERY = 50;
  private static final int BULK = 200_000;
  private static final int MARK_EVERY = 7;

  /** More than two files of a bulk log. */
  private static final int LARGE = 1 << 20;

  private static final int LARGE_MESSAGES = 150;

  @TempDir Path directory;

  private final long seed = Long.getLong("test.seed", System.nanoTime());
  private final Random random = new Random(seed);
  private ReadPosition read = ReadPosition.START;
  private long marks;

  @BeforeEach
  void useSmallSegments() {
    System.out.println("PrunedHostsTest: -Dtest.seed=" + seed);
    SegmentRules.useSize(SEGMENT);
  }

  @AfterEach
  void useUsualSegments() {
    SegmentRules.useSize(SegmentRules.USUAL_SIZE);
    LogMemory.use(LogMemory.USUAL_SHARE, 1);
  }

  /** The receiver's checkpoints prune the mirror, the sender's the log, and neither the other. */
  @Test
  void shouldPruneTheLogByItsSenderAndTheMirrorByItsReceiver() throws Exception {
    try (TwoHosts hosts = start()) {
      RetainedPositions sender = hosts.needed(0);
      RetainedPositions receiver = hosts.needed(1);
      try (ChronicleInterconnect from = hosts.pruningRank(0, 1);
          ChronicleInterconnect to = hosts.pruningRank(1, 1)) {
        exchange(hosts, from, to, 1, MESSAGES);
        assertThat(first(hosts, 1)).isEqualTo(1);
        assertThat(first(hosts, 2)).isEqualTo(1);

        receiver.raise(receivedBefore(MESSAGES + 1));
        exchange(hosts, from, to, MESSAGES + 1, 2 * MESSAGES);
        assertThat(first(hosts, 1)).isEqualTo(1);
        assertThat(first(hosts, 2)).isBetween(MESSAGES / 2L, (long) MESSAGES);

        awaitArrived(hosts, 2 * MESSAGES);
        sender.raise(sentBefore(MESSAGES + 1));
        exchange(hosts, from, to, 2 * MESSAGES + 1, 3 * MESSAGES);
        assertThat(first(hosts, 1)).isBetween(MESSAGES / 2L, (long) MESSAGES);
      }
    }
  }

  /** Of what is in bulk logs files are removed, likewise. */
  @Test
  void shouldPruneBulkLogs() throws Exception {
    LogMemory.use(0, 1);
    try (TwoHosts hosts = start()) {
      RetainedPositions sender = hosts.needed(0);
      RetainedPositions receiver = hosts.needed(1);
      try (ChronicleInterconnect from = hosts.pruningRank(0, 1);
          ChronicleInterconnect to = hosts.pruningRank(1, 1)) {
        for (int sequence = 1; sequence <= LARGE_MESSAGES; sequence++) {
          Rank.send(from, 1, sequence, LARGE, 0);
          receive(hosts, to, sequence, sequence);
          if (sequence % 10 == 0) {
            awaitArrived(hosts, sequence);
            sender.raise(sentBefore(sequence + 1));
            receiver.raise(receivedBefore(sequence + 1));
          }
        }
        for (int host = 1; host <= 2; host++) {
          Path bulk = hosts.layout(host).bulk(0);
          assertThat(bulk.resolve("older-0")).doesNotExist();
          assertThat(bulk).isNotEmptyDirectory();
        }
      }
    }
  }

  /** What has not arrived is not removed, whatever checkpoints say. */
  @Test
  void shouldKeepWhatTheOtherHostHasNot() throws Exception {
    try (TwoHosts hosts = start()) {
      RetainedPositions sender = hosts.needed(0);
      hosts.needed(1);
      hosts.stopSending(1);
      try (ChronicleInterconnect from = hosts.pruningRank(0, 1)) {
        for (int sequence = 1; sequence <= MESSAGES; sequence++) {
          send(from, sequence);
        }
        sender.raise(sentBefore(MESSAGES + 1));
        for (int sequence = MESSAGES + 1; sequence <= 2 * MESSAGES; sequence++) {
          send(from, sequence);
        }
        assertThat(first(hosts, 1)).isEqualTo(1);
      }
    }
    try (TwoHosts hosts = start();
        ChronicleInterconnect to = hosts.pruningRank(1, 1)) {
      receive(hosts, to, 1, 2 * MESSAGES);
    }
  }

  /** The job is stopped and resumed: with marks at the end, and with more that was not sent yet. */
  @Test
  void shouldGoOnWithPrunedLogsAndMirrors() throws Exception {
    int sent = 0;
    for (int turn = 1; turn <= 3; turn++) {
      try (TwoHosts hosts = start()) {
        RetainedPositions sender = hosts.needed(0);
        RetainedPositions receiver = hosts.needed(1);
        try (ChronicleInterconnect from = hosts.pruningRank(0, turn);
            ChronicleInterconnect to = hosts.pruningRank(1, turn)) {
          from.sendAfter(1, sent);
          to.readAfter(0, read);
          while (from.recorded(1) != null) {
            from.skipRecorded(1);
            sent++;
          }
          receive(hosts, to, (int) read.sequence() + 1, sent);
          final int before = sent;
          sent += 2 * MESSAGES + random.nextInt(MESSAGES);
          exchange(hosts, from, to, before + 1, sent);
          awaitArrived(hosts, sent);
          sender.raise(sentBefore(sent + 1));
          receiver.raise(receivedBefore(sent + 1));
          exchange(hosts, from, to, sent + 1, sent + MESSAGES);
          sent += MESSAGES;
          read = to.read(0);
          for (int i = random.nextInt(3); i > 0; i--) {
            from.mark(1, sent);
            assertThat(Rank.next(to, hosts)).isInstanceOf(Arrival.MatchedMark.class);
          }
          assertThat(first(hosts, 1)).isGreaterThan(before);
          assertThat(first(hosts, 2)).isGreaterThan(before);
          awaitArrived(hosts, sent);
          hosts.stopSending(1);
          int more = random.nextInt(5);
          for (int i = 1; i <= more; i++) {
            send(from, sent + i);
          }
        }
      }
    }
    assertThat(marks).isPositive();
  }

  private TwoHosts start() throws Exception {
    return TwoHosts.start(directory, null, TwoHosts.Gates.OPEN, false, 1, 2);
  }

  private void exchange(
      TwoHosts hosts, ChronicleInterconnect from, ChronicleInterconnect to, int first, int last) {
    for (int sequence = first; sequence <= last; sequence++) {
      send(from, sequence);
      receive(hosts, to, sequence, sequence);
    }
  }

  private static void send(ChronicleInterconnect from, long sequence) {
    Rank.send(from, 1, sequence, sequence % BULK_EVERY == 0 ? BULK : 1000, 0);
    if (sequence % MARK_EVERY == 0) {
      from.mark(1, sequence);
    }
  }

  private void receive(TwoHosts hosts, ChronicleInterconnect to, int first, int last) {
    for (int sequence = first; sequence <= last; ) {
      Arrival next = Rank.next(to, hosts);
      if (next instanceof Arrival.Message message) {
        assertThat(message.sequence()).isEqualTo(sequence++);
        Rank.check(to, message);
      } else {
        marks++;
      }
    }
  }

  private static Checkpoint sentBefore(long sequence) {
    return new Checkpoint(1, 0, List.of(1L, 1L), List.of(1L, sequence), List.of(0L, 0L));
  }

  private static Checkpoint receivedBefore(long sequence) {
    return new Checkpoint(1, 0, List.of(sequence, 1L), List.of(1L, 1L), List.of(1L, 0L));
  }

  private static void awaitArrived(TwoHosts hosts, long sequence) {
    JobLayout layout = hosts.layout(1);
    await()
        .until(
            () -> {
              RetainedPositions arrived = RetainedPositions.find(layout.arrived(1), 2);
              return arrived != null && arrived.received(0) == sequence + 1;
            });
  }

  /** The first message that the log has on that host. */
  private static long first(TwoHosts hosts, int host) {
    return JournalReader.first(hosts.layout(host).channel(0, 1));
  }
}
