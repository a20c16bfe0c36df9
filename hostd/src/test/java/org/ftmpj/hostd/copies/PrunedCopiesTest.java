package org.ftmpj.hostd.copies;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.ftmpj.checkpoint.store.CheckpointState;
import org.ftmpj.checkpoint.store.CheckpointStore;
import org.ftmpj.checkpoint.store.CheckpointStore.Stored;
import org.ftmpj.common.config.Receptions;
import org.ftmpj.hostd.logs.EdgeGate;
import org.ftmpj.logger.local.MappedEventLog;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.ReadPosition;
import org.ftmpj.protocol.rank.RankCheckpoint;
import org.ftmpj.protocol.rank.RankSession;
import org.ftmpj.protocol.replay.RankListener;
import org.ftmpj.supervisor.record.AtomicFile;
import org.ftmpj.testing.Rotated;
import org.ftmpj.transport.channel.ChronicleInterconnect;
import org.ftmpj.transport.channel.RestoredLogs;
import org.ftmpj.transport.control.ControlBlock;
import org.ftmpj.transport.journal.JournalReader;
import org.ftmpj.transport.journal.RetainedPositions;
import org.ftmpj.transport.journal.SegmentRules;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is copied of logs that are pruned. */
@Timeout(300)
@Rotated(
    kind = "copies of checkpoints",
    turns = {0, 4})
class PrunedCopiesTest extends CopiedRank {
  private static final int ROUNDS = 20;

  /** What is sent in so many rounds may be in the directory. */
  private static final int BOUND = 10;

  private Path records;

  @BeforeAll
  static void useSmallSegments() {
    SegmentRules.useSize(2 << 10);
  }

  @AfterAll
  static void useUsualSegments() {
    SegmentRules.useSize(SegmentRules.USUAL_SIZE);
  }

  @BeforeEach
  void prune() {
    records = copies.of(1, 0).records();
    RetainedPositions.create(one.retention(0), SIZE);
  }

  /** Then those who receive need no more than the sender. */
  private void round() throws Exception {
    copySome();
    tell();
  }

  private void copySome() throws Exception {
    sendSome();
    save(List.of());
    assertThat(copier.copyNewest()).isTrue();
  }

  private void tell() throws IOException {
    tell(0, 1, 2);
  }

  private void tell(int... destinations) throws IOException {
    tell(copies, destinations);
  }

  private void tell(CopyDirectory at, int... destinations) throws IOException {
    List<Stored> lastTwo = new CheckpointStore(at.of(1, 0).images()).all();
    if (lastTwo.size() == CheckpointStore.RETAINED) {
      CheckpointState older = CheckpointState.read(lastTwo.get(1).state());
      RankCheckpoint checkpoint = RankCheckpoint.decode(older.rank());
      for (int destination : destinations) {
        long first = checkpoint.firstSent(destination);
        RetainedPositions.create(one.retention(0), SIZE).raiseSent(destination, first);
        RetainedPositions.create(one.retention(destination), SIZE).raiseReceived(0, first);
      }
    }
  }

  private long size() throws IOException {
    long size = 0;
    for (Path file : Files.list(records).toList()) {
      size += Files.size(file);
    }
    return size;
  }

  /** Until the file of the last copy has all that is needed; returns its number. */
  private int goOnToAll() throws Exception {
    do {
      round();
      assertThat(copier.files()).isLessThan(ROUNDS);
    } while (Files.notExists(records.resolve(copier.files() + ".all")));
    return copier.files();
  }

  private static String heap(int round) {
    return "heap after " + 2 * LENGTHS.length * round;
  }

  @Test
  void shouldTakeNoMoreRoomWithTime() throws Exception {
    round();
    long ofRound = size();
    for (int round = 2; round <= ROUNDS; round++) {
      round();
      assertThat(size()).as("round " + round).isLessThan(BOUND * ofRound);
    }
    assertThat(JournalReader.first(one.channel(0, 1))).as("the log").isGreaterThan(1);
    sendSome(); // More is in the logs than copies have.

    List<Stored> moved = moved();
    assertThat(notices).isEmpty();
    assertThat(moved.get(0).heap()).hasContent(heap(ROUNDS));
    assertThat(moved.get(1).heap()).hasContent(heap(ROUNDS - 1));
    byte[] printed = Files.readAllBytes(one.output(0));
    CheckpointState state = CheckpointState.read(moved.get(0).state());
    assertThat(Files.readAllBytes(two.output(0)))
        .isEqualTo(Arrays.copyOf(printed, (int) state.outputBytes()));
    goOnElsewhere(moved.get(0), 2 * LENGTHS.length * ROUNDS);
  }

  /** Sends what was sent after that checkpoint once more. */
  private void goOnElsewhere(Stored checkpoint, int before) throws Exception {
    RankCheckpoint state = RankCheckpoint.decode(CheckpointState.read(checkpoint.state()).rank());
    try (ChronicleInterconnect again = ChronicleInterconnect.open(two, 0, SIZE, 2);
        MappedEventLog log = new MappedEventLog(two.determinants(0), 2)) {
      RankSession restored =
          RankSession.restored(again, log, RankListener.NONE, Receptions.NONDETERMINISTIC, state)
              .session();
      for (int number = before; number < sent; number++) {
        byte[] bytes = bytes(number);
        ByteBuffer fixed = ByteBuffer.allocateDirect(bytes.length).put(0, bytes);
        restored.send(
            number % SIZE, CONTEXT, number, false, 1, bytes.length, fixed, bytes.length, null, 0);
      }
    }
    requireAllThatIsNeeded();
  }

  /** By a receiver that reads them from the first one on that is there. */
  private void requireAllThatIsNeeded() {
    for (int rank = 1; rank < SIZE; rank++) {
      long first = JournalReader.first(two.channel(0, rank));
      assertThat(first)
          .isLessThanOrEqualTo(RetainedPositions.find(one.retention(rank), SIZE).received(0));
      try (ChronicleInterconnect receiver = ChronicleInterconnect.open(two, rank, SIZE, 2)) {
        receiver.readAfter(0, new ReadPosition(first - 1, 0).onOtherHost());
        requireReceivedFrom(receiver, rank + SIZE * (int) (first - 1), sent);
      }
    }
  }

  /** Then the one before goes on with what it would have without. */
  @Test
  void shouldUseTheCopyBeforeIfTheFileWithAllIsDamaged() throws Exception {
    goOnToAll();
    int number = goOnToAll();
    damage(records.resolve(number + ".all"));
    List<Stored> moved = moved();
    assertThat(moved).hasSize(1);
    assertThat(moved.get(0).heap()).hasContent(heap(number - 1));
    assertThat(notices).hasSize(2).allMatch(notice -> notice.startsWith("FTMPJ-1826"));
    goOnElsewhere(moved.get(0), 2 * LENGTHS.length * (number - 1));
  }

  @Test
  void shouldRemoveWhatIsBeforeWhenNoCopyNeedsIt() throws Exception {
    int number = goOnToAll();
    place().begin(number + 1, false, true).close();
    assertThat(records.resolve("1")).as("the older copy may need it").exists();
    round();
    round();
    assertThat(records.toFile().list())
        .containsExactlyInAnyOrder(number + ".all", "" + (number + 1), "" + (number + 2));
  }

  /** None of these is needed. */
  @Test
  void shouldKnowHowManyWereSentToARankThatGetsNoMore() throws Exception {
    session.send(1, CONTEXT, 0, false, 1, 0, ByteBuffer.allocateDirect(0), 0, null, 0);
    int number = 0;
    while (Files.notExists(records.resolve(number + ".all"))) {
      for (int i = 0; i < LENGTHS.length; i++, sent++) {
        ByteBuffer fixed = ByteBuffer.allocateDirect(300_000);
        session.send(0, CONTEXT, sent, false, 1, fixed.limit(), fixed, fixed.limit(), null, 0);
      }
      save(List.of());
      assertThat(copier.copyNewest()).isTrue();
      tell();
      number = copier.files();
    }
    assertThat(moved()).hasSize(2);
    assertThat(notices).isEmpty();
    try (RestoredLogs restored = new RestoredLogs(two, ControlBlock.open(two.control()), 0, 2)) {
      assertThat(restored.before(1)).isEqualTo(1);
    }
  }

  /** So much the newest checkpoint knows. */
  private long printed() {
    Stored newest = new CheckpointStore(one.checkpoints(0)).all().get(0);
    return CheckpointState.read(newest.state()).outputBytes();
  }

  /** So it is after a restart from the older checkpoint. */
  @Test
  void shouldCopyWhatWasPrintedAlsoIfACheckpointKnowsLessOfIt() throws Exception {
    do {
      round();
      assertThat(copier.files()).isLessThan(ROUNDS);
    } while (copier.files() < 2 || !new DirectoryPlace(copies.of(1, 0), PROOFS).hasGrown());
    long printed = printed();
    sendSome();
    save(List.of(), printed - 1);
    assertThat(copier.copyNewest()).isTrue();
    tell();
    assertThat(records.resolve(copier.files() + ".all")).exists();
    round();
    List<Stored> moved = moved();
    assertThat(notices).isEmpty();
    assertThat(moved).hasSize(2);
    byte[] copied = Files.readAllBytes(two.output(0));
    assertThat(copied).isEqualTo(Arrays.copyOf(Files.readAllBytes(one.output(0)), copied.length));
  }

  private byte[] sendOneAlone() {
    byte[] payload = new byte[300_000];
    Arrays.fill(payload, (byte) 0x5a);
    ByteBuffer fixed = ByteBuffer.allocateDirect(payload.length).put(0, payload);
    session.send(1, CONTEXT, 0, false, 1, payload.length, fixed, payload.length, null, 0);
    sent = SIZE;
    return payload;
  }

  /** Large messages to another rank. */
  private void roundToOther() throws Exception {
    for (int i = 0; i < LENGTHS.length; i++, sent++) {
      ByteBuffer other = ByteBuffer.allocateDirect(300_000);
      session.send(0, CONTEXT, sent, false, 1, other.limit(), other, other.limit(), null, 0);
    }
    save(List.of());
    assertThat(copier.copyNewest()).isTrue();
  }

  /** The first and only message to a rank, large, and long ago: it is in none of these copies. */
  @Test
  void shouldCopyWithoutThePayloadOfALastMessage() throws Exception {
    final byte[] payload = sendOneAlone();
    roundToOther();
    erase(payload, one.bulk(0));
    tell();
    while (Files.notExists(records.resolve(copier.files() + ".all"))) {
      roundToOther();
      tell();
      assertThat(copier.files()).isLessThan(ROUNDS);
    }
    // The host before was lost, and its log is where the rank has come to.
    copies.enter(3);
    AtomicFile.write(one.cameAs(0), "2\n");
    copier.close();
    copier =
        new RankCopies(
            one,
            new DirectoryPlace(copies.make(3, 0), PROOFS),
            PROOFS,
            0,
            SIZE,
            needed(),
            EdgeGate.OPEN,
            () -> false);
    roundToOther();

    List<Stored> moved = moved();
    assertThat(notices).isEmpty();
    CheckpointState state = CheckpointState.read(moved.get(0).state());
    try (ChronicleInterconnect again = ChronicleInterconnect.open(two, 0, SIZE, 2);
        MappedEventLog log = new MappedEventLog(two.determinants(0), 2)) {
      RankCheckpoint checkpoint = RankCheckpoint.decode(state.rank());
      RankSession restored =
          RankSession.restored(
                  again, log, RankListener.NONE, Receptions.NONDETERMINISTIC, checkpoint)
              .session();
      ByteBuffer next = ByteBuffer.allocateDirect(payload.length);
      restored.send(1, CONTEXT, 7, false, 1, payload.length, next, payload.length, null, 0);
    }
    try (ChronicleInterconnect receiver = ChronicleInterconnect.open(two, 1, SIZE, 2)) {
      receiver.readAfter(0, new ReadPosition(1, 0, 1).onOtherHost());
      Arrival.Message message = (Arrival.Message) receiver.next();
      assertThat(message.sequence()).isEqualTo(2);
      assertThat(message.envelope().tag()).isEqualTo(7);
    }
  }

  /** It would be in the file with all, and is pruned just then. */
  @Test
  void shouldCopyNoPayloadThatIsGone() throws Exception {
    final byte[] payload = sendOneAlone();
    while (copier.files() < 6) {
      roundToOther();
      tell(0);
      if (copier.files() == 1) {
        erase(payload, one.bulk(0));
      }
    }
    assertThat(records.toFile().list()).doesNotContain("5.all", "4.all", "3.all", "2.all");
    assertThat(moved()).hasSize(2);
    assertThat(notices).isEmpty();
    try (ChronicleInterconnect receiver = ChronicleInterconnect.open(two, 1, SIZE, 2)) {
      Arrival.Message message = (Arrival.Message) receiver.next();
      ByteBuffer found = ByteBuffer.allocateDirect(payload.length);
      receiver.copy(message, found, null);
      assertThat(found).isEqualTo(ByteBuffer.wrap(payload));
    }
  }

  /** Overwrites the payload with zeros, where the log has it. */
  private static void erase(byte[] payload, Path log) throws IOException {
    boolean found = false;
    try (Stream<Path> files = Files.walk(log)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
          byte[] first = new byte[payload.length];
          if (bytes.length() >= first.length) {
            bytes.readFully(first);
            if (Arrays.equals(first, payload)) {
              bytes.seek(0);
              bytes.write(new byte[payload.length]);
              found = true;
            }
          }
        }
      }
    }
    assertThat(found).as("in " + log).isTrue();
  }

  @Test
  void shouldRemoveFilesWithAllAtTheEnd() throws Exception {
    goOnToAll();
    copies.leave(List.of(1, 2), notices::add);
    assertThat(notices).isEmpty();
    assertThat(directory.resolve("shared").resolve("ftmpj-job-1")).doesNotExist();
  }

  /** Of a file with all, and two after it; what is before is removed. */
  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 1, 2})
  void shouldGoOnAfterWhatAnEarlierRunHasCopied(int damaged) throws Exception {
    int number = goOnToAll();
    round();
    round();
    copier.close();
    if (damaged >= 0) {
      damage(records.resolve(damaged == 0 ? number + ".all" : "" + (number + damaged)));
    }
    copies.open();
    copies.reenter(1);
    copier = copier(EdgeGate.OPEN);
    round();
    round();
    round();

    List<Stored> moved = moved();
    assertThat(notices).isEmpty();
    assertThat(moved.get(0).heap()).hasContent(heap(sent / 2 / LENGTHS.length));
    assertThat(moved.get(1).heap()).hasContent(heap(sent / 2 / LENGTHS.length - 1));
    goOnElsewhere(moved.get(0), sent);
  }

  /** Of those damaged, and of logs pruned so far that what was copied cannot be gone on with. */
  @Test
  void shouldCopyAllOnceMoreIfWhatFollowsIsGone() throws Exception {
    int number = goOnToAll();
    round();
    round();
    round();
    copier.close();
    damage(records.resolve("" + (number + 1)));
    for (int destination = 0; destination < SIZE; destination++) {
      // Segments are removed when the next one is begun.
      assertThat(JournalReader.first(one.channel(0, destination))).isGreaterThan(1);
    }
    copies.open();
    copies.reenter(1);
    copier = copier(EdgeGate.OPEN);
    round();
    assertThat(records.resolve(number + 1 + ".all")).exists();
    List<Stored> moved = moved();
    assertThat(moved.get(0).heap()).hasContent(heap(sent / 2 / LENGTHS.length));
    goOnElsewhere(moved.get(0), sent);
  }

  /** In an earlier run of the job it was copied to another place. */
  @ParameterizedTest
  @CsvSource({"12, 4, false", "3, 10, true"})
  void shouldGoOnWithWhatWasCopiedLast(int before, int after, boolean isFirst) throws Exception {
    for (int i = 0; i < before; i++) {
      round();
    }
    copier.close();
    CopyDirectory next = CopyDirectory.in(directory.resolve("next"), "job-1");
    next.create();
    next.enter(1);
    CopyPlace place = new DirectoryPlace(next.make(1, 0), PROOFS);
    copier = new RankCopies(one, place, PROOFS, 0, SIZE, needed(), EdgeGate.OPEN, () -> false);
    for (int i = 0; i < after; i++) {
      copySome();
      tell(next, 0, 1, 2);
    }
    List<Stored> moved = moved(isFirst ? List.of(next, copies) : List.of(copies, next));
    assertThat(notices).isEmpty();
    assertThat(moved.get(0).heap()).hasContent(heap(before + after));
    assertThat(moved.get(1).heap()).hasContent(heap(before + after - 1));
    goOnElsewhere(moved.get(0), sent);
  }

  /** What was copied long ago, to where it survives, may need what is removed. */
  @Test
  void shouldCountCopiesOnlyFromWhichTheRankCanGoOn() throws Exception {
    UsableCopies usable = new UsableCopies(one, PROOFS, SIZE);
    assertThat(usable.isNeeded(0)).isFalse();
    copySome();
    copySome();
    copier.close();
    copies.enter(3);
    CopyPlace place = new DirectoryPlace(copies.make(3, 0), PROOFS);
    copier = new RankCopies(one, place, PROOFS, 0, SIZE, needed(), EdgeGate.OPEN, () -> false);
    copySome();
    assertThat(usable.areAt(copies.of(1, 0), 0)).isTrue();
    copySome();
    RetainedPositions needed = RetainedPositions.create(one.retention(0), SIZE);
    needed.raiseRecord(copier.lastTwo().get(0)[0]);
    for (int peer = 0; peer < SIZE; peer++) {
      needed.raiseSent(peer, copier.lastTwo().get(0)[3 * peer + 2]);
    }
    assertThat(usable.isNeeded(0)).isTrue();
    assertThat(usable.areAt(copies.of(1, 0), 0)).isFalse();
    assertThat(usable.areIn(copies, 2, 0)).isFalse();
    assertThat(usable.areIn(copies, 3, 0)).isTrue();
    Files.delete(copies.of(3, 0).records().resolve("2"));
    Files.delete(copies.of(3, 0).records().resolve("1"));
    assertThat(usable.areIn(copies, 3, 0)).isFalse();
  }

  /** Where logs are pruned when the first copy has just been begun. */
  private final class PrunedThen implements CopyPlace {
    private final CopyPlace place;
    private boolean isDone;

    PrunedThen(CopyPlace place) {
      this.place = place;
    }

    @Override
    public int host() {
      return place.host();
    }

    @Override
    public Earlier earlier(int size, BooleanSupplier ending) throws IOException {
      return place.earlier(size, ending);
    }

    @Override
    public boolean hasGrown() throws IOException {
      return place.hasGrown();
    }

    @Override
    public Begun begin(int number, boolean all, boolean image) throws IOException {
      if (!isDone) {
        isDone = true;
        tell();
        sendSome();
      }
      return place.begin(number, all, image);
    }
  }

  /** As when who kept the copies before is lost. */
  @Test
  void shouldBeginTheFirstCopyOnceMoreIfLogsArePrunedThen() throws Exception {
    for (int i = 0; i < 5; i++) {
      copySome();
    }
    copier.close();
    copies.enter(3);
    CopyPlace place = new PrunedThen(new DirectoryPlace(copies.make(3, 0), PROOFS));
    copier = new RankCopies(one, place, PROOFS, 0, SIZE, needed(), EdgeGate.OPEN, () -> false);
    long first = JournalReader.first(one.channel(0, 1));
    assertThat(copier.copyNewest()).isTrue();
    assertThat(JournalReader.first(one.channel(0, 1))).isGreaterThan(first);
    List<Stored> moved = moved();
    assertThat(notices).isEmpty();
    assertThat(moved.get(0).heap()).hasContent(heap(5));
    goOnElsewhere(moved.get(0), 2 * LENGTHS.length * 5);
  }

  /** What was copied without its checkpoint counts for nothing when that is copied once more. */
  @Test
  void shouldReplaceAFileWithAllOfTheSameNumber() throws Exception {
    copySome();
    copySome();
    try (CopyPlace.Begun begun = place().begin(3, true, false)) {
      new CopiedRecords.Writer(
              bytes -> begun.write(CopyPlace.Part.RECORDS, bytes),
              PROOFS.begin(CopyProofs.What.ALL_RECORDS, 1, 0, 3),
              0)
          .finish();
      begun.sync();
      begun.commit();
    }
    assertThat(records.toFile().list()).containsExactlyInAnyOrder("1", "2", "3.all");
    round();
    assertThat(records.toFile().list()).containsExactlyInAnyOrder("1", "2", "3");
    List<Stored> moved = moved();
    assertThat(notices).isEmpty();
    assertThat(moved.get(0).heap()).hasContent(heap(3));
    goOnElsewhere(moved.get(0), sent);
  }
}
