package org.ftmpj.hostd.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.List;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.protocol.channel.ReadPosition;
import org.ftmpj.testing.Rotated;
import org.ftmpj.transport.bulk.LogMemory;
import org.ftmpj.transport.bulk.PayloadSource;
import org.ftmpj.transport.channel.ChannelRecords;
import org.ftmpj.transport.channel.ChronicleInterconnect;
import org.ftmpj.transport.channel.PositionsForLostHosts;
import org.ftmpj.transport.channel.RestoredLogs;
import org.ftmpj.transport.control.ControlBlock;
import org.ftmpj.transport.journal.JournalReader;
import org.ftmpj.transport.journal.RetainedPositions;
import org.ftmpj.transport.journal.SegmentRules;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Logs and mirrors that are pruned where hosts can be lost, before one is and afterwards. */
@Timeout(300)
@Rotated(
    kind = "logs of hosts",
    turns = {1, 5})
class PrunedMovesTest extends ThreeHosts {
  private static final int MESSAGES = 600;
  private static final int NEEDED = 450;
  private static final int SENT = 400;

  /** One that has a payload in the bulk log, and is told before it is written. */
  private static final int BULK_EVERY = 5;

  @BeforeAll
  static void useSmallSegments() {
    SegmentRules.useSize(256 << 10);
  }

  @AfterAll
  static void useUsualSegments() {
    SegmentRules.useSize(SegmentRules.USUAL_SIZE);
    LogMemory.use(LogMemory.USUAL_SHARE, 1);
  }

  private ChronicleInterconnect pruningRank(int rank, int host, int incarnation) {
    JobLayout layout = layouts[host];
    RetainedPositions.create(layout.retention(rank), BEFORE.size());
    return ChronicleInterconnect.open(
        layout,
        rank,
        BEFORE.size(),
        incarnation,
        new PositionsForLostHosts(layout, ControlBlock.open(layout.control()), rank));
  }

  /** All hosts are told that neither needs what comes before that message. */
  private void need(int sender, int receiver, long first) {
    need(sender, receiver, first, first);
  }

  private void need(int sender, int receiver, long sent, long received) {
    for (int host = 1; host <= HOSTS; host++) {
      RetainedPositions.create(layouts[host].retention(sender), BEFORE.size())
          .raiseSent(receiver, sent);
      RetainedPositions.create(layouts[host].retention(receiver), BEFORE.size())
          .raiseReceived(sender, received);
    }
  }

  private static int bytes(long sequence) {
    return sequence % BULK_EVERY == 0 ? LARGE : 6000;
  }

  /** With a mark behind each. */
  private static void sendAll(ChronicleInterconnect from, int to, long first, long last) {
    for (long sequence = first; sequence <= last; sequence++) {
      Rank.send(from, to, sequence, bytes(sequence), 0);
      from.mark(to, sequence);
    }
  }

  private long first(int host, int source, int destination) {
    return JournalReader.first(layouts[host].channel(source, destination));
  }

  private void awaitArrived(int host, int source, int destination, long sequence) {
    await()
        .until(
            () -> {
              RetainedPositions arrived =
                  RetainedPositions.find(layouts[host].arrived(destination), BEFORE.size());
              return arrived != null && arrived.received(source) > sequence;
            });
  }

  private void loseAndNoteTheMove() throws Exception {
    // As its determinants are complete there.
    Files.createDirectories(layouts[1].moved(MOVED).getParent());
    Files.writeString(layouts[1].moved(MOVED), "0\n");
    for (int host = 1; host <= 2; host++) {
      RetainedPositions.create(layouts[host].retention(MOVED), BEFORE.size()).raiseCameAs(2);
    }
    lose();
  }

  /** Takes all that comes of a source up to that message; returns how many marks. */
  private int take(ChronicleInterconnect at, int source, long first, long last) {
    int marks = 0;
    for (long sequence = first; sequence <= last; ) {
      Arrival arrival = at.next();
      if (arrival == null) {
        assertThat(failures).isEmpty();
        at.awaitArrivals();
      } else if (arrival instanceof Arrival.Message message) {
        assertThat(message.source()).isEqualTo(source);
        assertThat(message.sequence()).isEqualTo(sequence++);
        Rank.check(at, message);
      } else {
        marks++;
      }
    }
    return marks;
  }

  @Test
  void shouldPruneLogsAndMirrorsToWhatBothNeed() throws Exception {
    ChronicleInterconnect zero = pruningRank(0, 1, 1);
    ChronicleInterconnect one = pruningRank(1, 2, 1);
    sendAll(one, 0, 1, MESSAGES);
    take(zero, 1, 1, MESSAGES);
    assertThat(first(1, 1, 0)).isEqualTo(1);
    awaitArrived(2, 1, 0, MESSAGES);
    RetainedPositions.create(layouts[1].retention(0), BEFORE.size()).raiseReceived(1, NEEDED);
    RetainedPositions.create(layouts[2].retention(0), BEFORE.size()).raiseReceived(1, NEEDED);
    sendAll(one, 0, MESSAGES + 1, MESSAGES + 100);
    take(zero, 1, MESSAGES + 1, MESSAGES + 100);
    assertThat(first(1, 1, 0)).as("its sender has not said anything").isEqualTo(1);
    assertThat(first(2, 1, 0)).as("likewise").isEqualTo(1);

    need(1, 0, NEEDED);
    sendAll(one, 0, MESSAGES + 101, MESSAGES + 200);
    take(zero, 1, MESSAGES + 101, MESSAGES + 200);
    assertThat(first(2, 1, 0)).isBetween(NEEDED / 2L, NEEDED - 1L);
    assertThat(first(1, 1, 0)).isBetween(NEEDED / 2L, NEEDED - 1L);
    one.close();
    zero.close();
    assertThat(failures).isEmpty();
  }

  /** The log of one that is elsewhere, and of one that is where it comes to, begin later. */
  @Test
  void shouldGoOnElsewhereWithWhatIsLeftOfItsSendersLogs() throws Exception {
    ChronicleInterconnect zero = pruningRank(0, 1, 1);
    ChronicleInterconnect one = pruningRank(1, 2, 1);
    ChronicleInterconnect lost = pruningRank(MOVED, LOST, 1);
    sendAll(one, MOVED, 1, MESSAGES);
    take(lost, 1, 1, MESSAGES);
    sendAll(zero, MOVED, 1, MESSAGES);
    take(lost, 0, 1, MESSAGES);
    awaitArrived(2, 1, MOVED, MESSAGES);
    awaitArrived(1, 0, MOVED, MESSAGES);
    // The mirror on host 1 may become its sender's log.
    need(1, MOVED, SENT, NEEDED);
    need(0, MOVED, NEEDED);
    sendAll(one, MOVED, MESSAGES + 1, MESSAGES + 100);
    sendAll(zero, MOVED, MESSAGES + 1, MESSAGES + 100);
    assertThat(first(2, 1, MOVED)).isGreaterThan(NEEDED / 2L);
    assertThat(first(1, 0, MOVED)).isGreaterThan(NEEDED / 2L);
    lost.close();
    loseAndNoteTheMove();

    // Its checkpoint was past the first message that it needs, and has not used that one.
    ChronicleInterconnect moved = pruningRank(MOVED, 1, 2);
    int read = NEEDED + 20;
    for (int source = 0; source <= 1; source++) {
      moved.readAfter(source, new ReadPosition(read, 0).onOtherHost());
      Arrival.Message taken =
          new Arrival.Message(source, NEEDED, envelope(NEEDED), Arrival.Message.BY_NUMBER);
      Rank.check(moved, taken);
    }
    zero.close(); // Dies, and sends nothing more.
    int next0 = read + 1;
    int next1 = read + 1;
    int marks = 0;
    while (next0 <= MESSAGES + 100 || next1 <= MESSAGES + 100) {
      Arrival arrival = moved.next();
      if (arrival == null) {
        assertThat(failures).isEmpty();
        moved.awaitArrivals();
      } else if (arrival instanceof Arrival.Message message) {
        assertThat(message.sequence()).isEqualTo(message.source() == 0 ? next0++ : next1++);
        Rank.check(moved, message);
      } else {
        marks++;
      }
    }
    assertThat(marks).isBetween(2 * (MESSAGES + 99 - NEEDED), 4 * MESSAGES);
    final ReadPosition position0 = moved.read(0);
    final ReadPosition position1 = moved.read(1);
    moved.close();

    assertThat(first(1, 1, MOVED)).isEqualTo(SENT);
    need(1, MOVED, MESSAGES + 90);
    sendAll(one, MOVED, MESSAGES + 101, MESSAGES + 200);
    awaitArrived(2, 1, MOVED, MESSAGES + 200);
    assertThat(first(1, 1, MOVED)).isBetween(MESSAGES / 2L, MESSAGES + 89L);
    moved = pruningRank(MOVED, 1, 3);
    moved.readAfter(0, position0);
    moved.readAfter(1, position1);
    take(moved, 1, MESSAGES + 101, MESSAGES + 200);
    assertThat(moved.next()).isInstanceOfAny(Arrival.MatchedMark.class);
    moved.close();
    one.close();
    assertThat(failures).isEmpty();
  }

  /** It has its marks at other places than the one on the lost host. */
  @Test
  void shouldKeepTheLogOfOneThatHasMovedUntilItsReceiverHasReadOfIt() throws Exception {
    ChronicleInterconnect zero = pruningRank(0, 1, 1);
    ChronicleInterconnect one = pruningRank(1, 2, 1);
    ChronicleInterconnect lost = pruningRank(MOVED, LOST, 1);
    for (int destination = 0; destination <= 1; destination++) {
      sendAll(lost, destination, 1, MESSAGES);
      take(destination == 0 ? zero : one, MOVED, 1, MESSAGES);
      need(MOVED, destination, NEEDED);
    }
    assertThat(one.read(MOVED).incarnation()).isEqualTo(1);
    lost.close();
    loseAndNoteTheMove();

    ChronicleInterconnect moved = pruningRank(MOVED, 1, 2);
    for (int destination = 0; destination <= 1; destination++) {
      for (long sequence = 1; sequence <= MESSAGES; sequence++) {
        if (moved.recorded(destination) != null) {
          moved.skipRecorded(destination);
        } else {
          Rank.send(moved, destination, sequence, bytes(sequence), 0);
        }
      }
      sendAll(moved, destination, MESSAGES + 1, MESSAGES + 100);
      take(destination == 0 ? zero : one, MOVED, MESSAGES + 1, MESSAGES + 100);
    }
    awaitArrived(1, MOVED, 1, MESSAGES + 100);
    sendAll(moved, 1, MESSAGES + 101, MESSAGES + 200);
    assertThat(first(1, MOVED, 1)).as("its log").isEqualTo(1);
    assertThat(first(2, MOVED, 1)).as("what rank 1 has read all the time").isGreaterThan(1);
    assertThat(first(1, MOVED, 0)).as("likewise rank 0").isGreaterThan(1);
    assertThat(one.read(MOVED).incarnation()).isEqualTo(2);

    for (int host = 1; host <= 2; host++) {
      RetainedPositions.create(layouts[host].retention(1), BEFORE.size()).raiseReadOf(MOVED, 2);
    }
    sendAll(moved, 1, MESSAGES + 201, MESSAGES + 300);
    assertThat(first(1, MOVED, 1)).isBetween(NEEDED / 2L, NEEDED - 1L);
    take(one, MOVED, MESSAGES + 101, MESSAGES + 300);
    moved.close();
    zero.close();
    one.close();
    assertThat(failures).isEmpty();
  }

  /** It goes on by number, in logs that may have marks at other places. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void shouldReadAllOfALogThatItHasNotRead(int readOf) throws Exception {
    ChronicleInterconnect zero = pruningRank(0, 1, 2);
    RetainedPositions.create(layouts[1].retention(0), BEFORE.size()).raiseCameAs(2);
    sendAll(zero, MOVED, 1, MESSAGES);
    loseAndNoteTheMove();
    need(0, MOVED, NEEDED);
    RetainedPositions.create(layouts[1].retention(MOVED), BEFORE.size()).raiseReadOf(0, readOf);

    ChronicleInterconnect moved = pruningRank(MOVED, 1, 2);
    moved.readAfter(0, new ReadPosition(NEEDED, 0, readOf).onOtherHost());
    int marks = take(moved, 0, NEEDED + 1, MESSAGES);
    if (readOf < 2) {
      assertThat(marks).isEqualTo(MESSAGES - 1);
    } else {
      assertThat(marks).isBetween(MESSAGES - NEEDED - 1, MESSAGES / 2);
    }
    moved.close();
    zero.close();
  }

  private static Envelope envelope(long sequence) {
    return new Envelope(
        (int) sequence % 7,
        (int) sequence,
        sequence % 2 == 0,
        1,
        bytes(sequence),
        bytes(sequence),
        0,
        0);
  }

  /**
   * A mirror where it comes to becomes its log; one elsewhere recognises what comes again. Copies
   * may have all, or begin with what is needed.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, NEEDED})
  void shouldSendAgainWhereMirrorsBeginLater(int copiedFrom) throws Exception {
    LogMemory.use(0, 1);
    ChronicleInterconnect zero = pruningRank(0, 1, 1);
    ChronicleInterconnect one = pruningRank(1, 2, 1);
    ChronicleInterconnect lost = rank(MOVED, LOST, 1);
    for (int destination = 0; destination <= 1; destination++) {
      ChronicleInterconnect to = destination == 0 ? zero : one;
      sendAll(lost, destination, 1, MESSAGES);
      take(to, MOVED, 1, MESSAGES);
      need(MOVED, destination, NEEDED);
      sendAll(lost, destination, MESSAGES + 1, MESSAGES + 100);
      take(to, MOVED, MESSAGES + 1, MESSAGES + 100);
      assertThat(first(1 + destination, MOVED, destination)).isGreaterThan(NEEDED / 2L);
    }
    int copied = MESSAGES + 50;
    lost.close();
    // Copies end with a message before the last one that others have.
    ControlBlock control = ControlBlock.open(layouts[1].control());
    restoring =
        () -> {
          restore(control, 0, copiedFrom, copied);
          restore(control, 1, copiedFrom, copied);
        };
    loseAndNoteTheMove();

    ChronicleInterconnect moved = pruningRank(MOVED, 1, 2);
    for (int destination = 0; destination <= 1; destination++) {
      moved.sendAfter(destination, NEEDED);
      for (long sequence = NEEDED + 1; sequence <= MESSAGES + 200; sequence++) {
        if (moved.recorded(destination) != null) {
          assertThat(moved.recorded(destination).sequence()).isEqualTo(sequence);
          moved.skipRecorded(destination);
        } else {
          Rank.send(moved, destination, sequence, bytes(sequence), 0);
        }
      }
    }
    take(zero, MOVED, MESSAGES + 101, MESSAGES + 200);
    take(one, MOVED, MESSAGES + 101, MESSAGES + 200);
    copyWhatIsNeeded(0);
    copyWhatIsNeeded(1);
    moved.close();
    zero.close();
    one.close();
    assertThat(failures).isEmpty();
  }

  private void restore(ControlBlock control, int destination, int first, int last) {
    try (RestoredLogs logs = new RestoredLogs(layouts[1], control, MOVED, 1);
        PayloadSource payloads = new PayloadSource(layouts[LOST].bulk(MOVED));
        ChannelRecords records =
            new ChannelRecords(layouts[LOST], MOVED, destination, payloads, first - 1, 0)) {
      logs.begin(destination, first - 1);
      while (records.next() && records.sequence() <= last) {
        ByteBuffer payload = ByteBuffer.allocateDirect((int) records.length());
        records.copy(0, payload.capacity(), payload);
        logs.record(destination, records.head(), records.length(), payload.flip());
      }
    }
  }

  /** As a copy of its log begins that is made on its new host. */
  private void copyWhatIsNeeded(int destination) {
    try (PayloadSource payloads = new PayloadSource(layouts[1].bulk(MOVED));
        ChannelRecords records =
            new ChannelRecords(layouts[1], MOVED, destination, payloads, NEEDED - 1, 0)) {
      long next = NEEDED;
      while (records.next()) {
        if (ChannelRecords.messageIn(records.head()) > 0) {
          assertThat(records.sequence()).isEqualTo(next++);
          ByteBuffer payload = ByteBuffer.allocateDirect((int) records.length());
          records.copy(0, payload.capacity(), payload);
        }
      }
      assertThat(next).isEqualTo(MESSAGES + 201);
    }
  }

  /** Its new host has not what the one before had. */
  @Test
  void shouldKeepWhatIsNotSentAgainYet() throws Exception {
    ChronicleInterconnect one = pruningRank(1, 2, 1);
    ChronicleInterconnect lost = pruningRank(MOVED, LOST, 1);
    sendAll(one, MOVED, 1, MESSAGES);
    take(lost, 1, 1, MESSAGES);
    awaitArrived(2, 1, MOVED, MESSAGES);
    need(1, MOVED, SENT, NEEDED);
    sendAll(one, MOVED, MESSAGES + 1, MESSAGES + 100);
    final long before = first(2, 1, MOVED);
    assertThat(before).isBetween(SENT / 2L, SENT - 1L);
    lost.close();
    restoring = () -> links.get(List.of(2, 1)).cutAfter(0);
    loseAndNoteTheMove();
    need(1, MOVED, MESSAGES, MESSAGES);
    sendAll(one, MOVED, MESSAGES + 101, MESSAGES + 300);
    assertThat(first(2, 1, MOVED)).isEqualTo(before);
    one.close();
  }

  /** It would wait for ever, or go on without messages that it needs. */
  @Test
  void shouldRefuseALogThatBeginsTooLate() throws Exception {
    ChronicleInterconnect zero = pruningRank(0, 1, 1);
    ChronicleInterconnect lost = pruningRank(MOVED, LOST, 1);
    sendAll(zero, MOVED, 1, MESSAGES);
    take(lost, 0, 1, MESSAGES);
    awaitArrived(1, 0, MOVED, MESSAGES);
    need(0, MOVED, NEEDED);
    sendAll(zero, MOVED, MESSAGES + 1, MESSAGES + 100);
    lost.close();
    loseAndNoteTheMove();
    ChronicleInterconnect moved = pruningRank(MOVED, 1, 2);
    moved.readAfter(0, new ReadPosition(NEEDED / 4, 0).onOtherHost());
    assertThatThrownBy(moved::next)
        .isInstanceOf(FtmpjException.class)
        .hasMessageContaining("FTMPJ-")
        .hasMessageContaining("is wanted of");
    moved.close();
    zero.close();
  }
}
