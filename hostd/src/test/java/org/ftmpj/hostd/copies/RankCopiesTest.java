package org.ftmpj.hostd.copies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.ftmpj.checkpoint.store.CheckpointState;
import org.ftmpj.checkpoint.store.CheckpointStore.Stored;
import org.ftmpj.common.config.Receptions;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.hostd.logs.EdgeGate;
import org.ftmpj.logger.local.MappedEventLog;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.protocol.match.Receive;
import org.ftmpj.protocol.rank.RankCheckpoint;
import org.ftmpj.protocol.rank.RankSession;
import org.ftmpj.protocol.rank.RestoredRank;
import org.ftmpj.protocol.replay.RankListener;
import org.ftmpj.supervisor.record.AtomicFile;
import org.ftmpj.testing.Rotated;
import org.ftmpj.transport.channel.ChronicleInterconnect;
import org.ftmpj.transport.journal.RetainedPositions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Copies of checkpoints, and what was sent before. */
@Timeout(300)
@Rotated(
    kind = "copies of checkpoints",
    turns = {1, 5})
class RankCopiesTest extends CopiedRank {
  @Test
  void shouldGoOnWithAllThatWasSentBeforeTheNewestCopy() throws Exception {
    sendSome();
    save(List.of());
    assertThat(copier.copyNewest()).isTrue();
    assertThat(copier.copyNewest()).as("the same once more").isFalse();
    sendSome();
    save(List.of());
    // Of what follows, and might come as fast as it is copied, the first message to each rank is.
    int copied = sent + SIZE;
    sendSome();
    assertThat(copier.copyNewest()).isTrue();
    sendSome();

    List<Stored> moved = moved();
    assertThat(notices).isEmpty();
    assertThat(moved).extracting(Stored::number).containsExactly(2L, 1L);
    assertThat(moved.get(0).heap()).hasContent("heap after 20");
    assertThat(moved.get(1).heap()).hasContent("heap after 10");
    CheckpointState state = CheckpointState.read(moved.get(0).state());
    byte[] printed = Files.readAllBytes(one.output(0));
    assertThat(Files.readAllBytes(two.output(0)))
        .isEqualTo(Arrays.copyOf(printed, (int) state.outputBytes()));
    try (ChronicleInterconnect receiver = ChronicleInterconnect.open(two, 1, SIZE, 1)) {
      requireReceived(receiver, 1, copied);
    }
    try (ChronicleInterconnect again = ChronicleInterconnect.open(two, 0, SIZE, 2);
        MappedEventLog log = new MappedEventLog(two.determinants(0), 2)) {
      RankSession restored =
          RankSession.restored(
                  again,
                  log,
                  RankListener.NONE,
                  Receptions.NONDETERMINISTIC,
                  RankCheckpoint.decode(state.rank()))
              .session();
      for (int number = 20; number < sent; number++) {
        byte[] bytes = bytes(number);
        ByteBuffer fixed = ByteBuffer.allocateDirect(bytes.length).put(0, bytes);
        restored.send(
            number % SIZE, CONTEXT, number, false, 1, bytes.length, fixed, bytes.length, null, 0);
      }
    }
    try (ChronicleInterconnect receiver = ChronicleInterconnect.open(two, 1, SIZE, 2)) {
      requireReceived(receiver, 1, sent);
    }
  }

  /** Whose sender may have to be repeated before they are there. */
  @Test
  void shouldWaitForThePayloadsOfMessagesThatItHasTakenIn() throws Exception {
    byte[] bytes = bytes(2);
    ByteBuffer fixed = ByteBuffer.allocateDirect(bytes.length).put(0, bytes);
    try (ChronicleInterconnect sender = ChronicleInterconnect.open(one, 1, SIZE, 1);
        MappedEventLog log = new MappedEventLog(one.determinants(1), 1)) {
      RankSession other = new RankSession(sender, log, RankListener.NONE);
      for (int tag = 0; tag < 3; tag++) {
        other.send(0, CONTEXT, tag, false, 1, bytes.length, fixed, bytes.length, null, 0);
      }
      session.probe(1, CONTEXT, 2);
    }
    Receive complete = session.post(1, CONTEXT, 1);
    assertThat(complete.isComplete()).isTrue();
    save(List.of(complete));
    assertThat(copier.copyNewest()).isTrue();

    RankCheckpoint checkpoint =
        RankCheckpoint.decode(CheckpointState.read(moved().get(0).state()).rank());
    try (ChronicleInterconnect again = ChronicleInterconnect.open(two, 0, SIZE, 2);
        MappedEventLog log = new MappedEventLog(two.determinants(0), 2)) {
      RestoredRank restored =
          RankSession.restored(
              again, log, RankListener.NONE, Receptions.NONDETERMINISTIC, checkpoint);
      Receive held = (Receive) restored.requests().get(0);
      Receive taken = restored.session().post(1, CONTEXT, 2);
      assertThat(taken.isComplete()).as("it is known").isTrue();
      CompletableFuture<ByteBuffer> copy =
          CompletableFuture.supplyAsync(() -> payload(restored.session(), taken, bytes.length));
      try (ChronicleInterconnect sender = ChronicleInterconnect.open(two, 1, SIZE, 2)) {
        sendAgain(sender, fixed, 1);
        assertThat(payload(restored.session(), held, 0)).isNull();
        sendAgain(sender, fixed, 2);
        sendAgain(sender, fixed, 3);
        sendAgain(sender, fixed, 4);
        assertThat(copy.get()).isEqualTo(ByteBuffer.wrap(bytes));
      }
      assertThat(payload(restored.session(), held, bytes.length)).isEqualTo(ByteBuffer.wrap(bytes));
      Receive first = restored.session().post(1, CONTEXT, 0);
      Receive next = restored.session().post(1, CONTEXT, 3);
      restored.session().await(first);
      restored.session().await(next);
      assertThat(first.message().sequence()).isEqualTo(1);
      assertThat(next.message().sequence()).as("others are passed over").isEqualTo(4);
    }
  }

  private static void sendAgain(ChronicleInterconnect sender, ByteBuffer fixed, long sequence) {
    sender.send(
        0,
        sequence,
        new Envelope(CONTEXT, (int) sequence - 1, false, 1, fixed.limit(), fixed.limit(), 0, 0),
        fixed,
        null);
  }

  private static ByteBuffer payload(RankSession session, Receive receive, int length) {
    if (length == 0) {
      return null;
    }
    ByteBuffer payload = ByteBuffer.allocateDirect(length);
    session.copy(receive.message(), payload, null);
    return payload;
  }

  @Test
  void shouldNotUseWhatIsDamaged() throws Exception {
    copyTwice();
    damage(copies.of(1, 0).records().resolve("2"));
    List<Stored> moved = moved();
    assertThat(moved).hasSize(1);
    assertThat(moved.get(0).heap()).hasContent("heap after 10");
    assertThat(notices).hasSize(2).allMatch(notice -> notice.startsWith("FTMPJ-1826"));
    assertThat(notices.get(0)).contains("records/2: it is damaged");
  }

  /** Two of one host, and one that the next host has made. */
  private void copyOnTwoHosts() throws Exception {
    copyTwice();
    goOnAt(3, 2);
    sendSome();
    save(List.of());
    assertThat(copier.copyNewest()).isTrue();
  }

  /** As on another host, with what was copied before for its logs. */
  private void goOnAt(int host, int incarnation) throws Exception {
    copies.enter(host);
    AtomicFile.write(one.cameAs(0), incarnation + "\n");
    copier.close();
    copier =
        new RankCopies(
            one,
            new DirectoryPlace(copies.make(host, 0), PROOFS),
            PROOFS,
            0,
            SIZE,
            needed(),
            EdgeGate.OPEN,
            () -> false);
  }

  /** Between its last checkpoint on one host and the next on another it has sent marks only. */
  @Test
  void shouldRestoreTheMarksThatItsLastHostHasCopied() throws Exception {
    sendSome();
    save(List.of());
    assertThat(copier.copyNewest()).isTrue();
    goOnAt(3, 2);
    assertThat(copier.copyNewest()).as("that from which it goes on").isTrue();
    logs.mark(1, 99);
    save(List.of());
    assertThat(copier.copyNewest()).isTrue();

    assertThat(moved()).isNotEmpty();
    assertThat(notices).isEmpty();
    List<Long> marks = new ArrayList<>();
    try (ChronicleInterconnect receiver = ChronicleInterconnect.open(two, 1, SIZE, 1)) {
      for (Arrival next = receiver.next(); next != null; next = receiver.next()) {
        if (next instanceof Arrival.MatchedMark) {
          marks.add(next.sequence());
        }
      }
    }
    assertThat(marks).contains(99L);
  }

  /** What it has copied begins with all that was copied before. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldRestoreWhatItsLastHostHasCopied(boolean isRestOfTheOtherThere) throws Exception {
    copyOnTwoHosts();
    if (!isRestOfTheOtherThere) {
      damage(copies.of(1, 0).records().resolve("1"));
    }
    List<Stored> moved = moved();
    assertThat(notices).isEmpty();
    assertThat(moved).hasSize(2);
    assertThat(moved.get(0).heap()).hasContent("heap after 30");
    assertThat(moved.get(1).heap()).hasContent("heap after 20");
    try (ChronicleInterconnect receiver = ChronicleInterconnect.open(two, 1, SIZE, 1)) {
      requireReceived(receiver, 1, sent);
    }
  }

  /** Of which one may turn out to be damaged when it is used. */
  @Test
  void shouldRestoreTwoOfOneHostThoughNothingHasHappenedBetween() throws Exception {
    sendSome();
    for (int copy = 1; copy <= 2; copy++) {
      save(List.of());
      assertThat(copier.copyNewest()).isTrue();
    }
    assertThat(moved()).hasSize(2);
  }

  @Test
  void shouldRestoreWhatTheHostBeforeHasCopiedIfThatIsDamaged() throws Exception {
    copyOnTwoHosts();
    damage(copies.of(3, 0).records().resolve("1"));
    List<Stored> moved = moved();
    assertThat(moved).hasSize(2);
    assertThat(moved.get(0).heap()).hasContent("heap after 20");
    assertThat(moved.get(1).heap()).hasContent("heap after 10");
    assertThat(notices).hasSize(2).allMatch(notice -> notice.startsWith("FTMPJ-1826"));
    assertThat(notices.get(0)).contains("h3/0/records/1: it is damaged");
    assertThat(notices.get(1)).contains("h3/0/images/1: file 1 of the records is missing");
    try (ChronicleInterconnect receiver = ChronicleInterconnect.open(two, 1, SIZE, 1)) {
      requireReceived(receiver, 1, 20);
    }
  }

  /** It has pruned what earlier checkpoints would send again. */
  @Test
  void shouldNotGoOnFromACheckpointWithoutWhatItHasSentSince() throws Exception {
    copyOnTwoHosts();
    for (int destination = 0; destination < SIZE; destination++) {
      RetainedPositions.create(one.retention(0), SIZE).raiseSent(destination, 9);
      RetainedPositions.create(one.retention(destination), SIZE).raiseReceived(0, 9);
    }
    goOnAt(4, 3);
    sendSome();
    save(List.of());
    assertThat(copier.copyNewest()).isTrue();
    damage(copies.of(3, 0).images().resolve("1/state"));
    List<Stored> moved = moved();
    assertThat(moved).hasSize(1);
    assertThat(moved.get(0).heap()).hasContent("heap after 40");
    assertThat(notices).singleElement().asString().contains("h3/0/images/1");
  }

  private void copyTwice() throws Exception {
    for (int copy = 1; copy <= 2; copy++) {
      sendSome();
      save(List.of());
      copier.copyNewest();
    }
  }

  /** What is neither damaged nor missing counts; the rest is copied once more. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void shouldGoOnAfterWhatAnEarlierRunHasCopied(int damaged) throws Exception {
    for (int copy = 1; copy <= 3; copy++) {
      sendSome();
      save(List.of());
      copier.copyNewest();
    }
    copier.close();
    Path records = copies.of(1, 0).records();
    if (damaged == 1) {
      Files.delete(records.resolve("1"));
    } else if (damaged > 1) {
      damage(records.resolve(Integer.toString(damaged)));
    }
    copies.open();
    copies.reenter(1);
    copier = copier(EdgeGate.OPEN);
    assertThat(copier.copyNewest()).isTrue();
    if (damaged == 0) {
      assertThat(records.toFile().list()).containsExactlyInAnyOrder("1", "2", "3");
      assertThat(copier.copyNewest()).isFalse();
    }
    sendSome();
    save(List.of());
    assertThat(copier.copyNewest()).isTrue();

    List<Stored> moved = moved();
    assertThat(notices).isEmpty();
    assertThat(moved.get(0).heap()).hasContent("heap after 40");
    assertThat(moved.get(1).heap()).hasContent("heap after 30");
    byte[] printed = Files.readAllBytes(one.output(0));
    assertThat(Files.readAllBytes(two.output(0))).isEqualTo(printed);
    try (ChronicleInterconnect receiver = ChronicleInterconnect.open(two, 1, SIZE, 1)) {
      requireReceived(receiver, 1, sent);
    }
  }

  @Test
  void shouldNotCountBeforeAllIsStable() throws Exception {
    sendSome();
    save(List.of());
    EdgeGate shut =
        () -> {
          throw new IllegalStateException("shut");
        };
    try (RankCopies waiting = copier(shut)) {
      assertThatThrownBy(waiting::copyNewest).hasMessage("shut");
    }
    assertThat(moved()).isEmpty();
    assertThat(copier.copyNewest()).isTrue();
    assertThat(moved()).hasSize(1);
  }

  @Test
  void shouldTryAgainWithoutLosingRecords() throws Exception {
    sendSome();
    save(List.of());
    Path images = copies.make(1, 0).images();
    Files.delete(images);
    Files.createFile(images);
    assertThatThrownBy(copier::copyNewest)
        .isInstanceOf(FtmpjException.class)
        .hasMessageContaining("FTMPJ-1825");
    Files.delete(images);
    sendSome();
    save(List.of());
    assertThat(copier.copyNewest()).isTrue();
    assertThat(moved()).hasSize(1);
    assertThat(notices).isEmpty();
  }

  @Test
  void shouldRemoveItsDirectoryAndNothingElse() throws Exception {
    Path root = directory.resolve("shared").resolve("ftmpj-job-1");
    assertThat(Files.getPosixFilePermissions(root)).hasSize(3);
    assertThatThrownBy(() -> CopyDirectory.in(directory.resolve("other"), "job-1").enter(1))
        .hasMessageContaining("FTMPJ-1827");
    sendSome();
    save(List.of());
    copier.copyNewest();
    copies.leave(List.of(2), notices::add);
    assertThat(root.resolve("h2")).doesNotExist();
    Files.createFile(root.resolve("h1").resolve("mine"));
    copies.leave(List.of(1), notices::add);
    assertThat(notices).hasSize(1).allMatch(notice -> notice.contains("h1/mine"));
    assertThat(root.resolve("h1").toFile().list()).containsExactly("mine");
    Files.delete(root.resolve("h1").resolve("mine"));
    copies.removeAll(notices::add);
    assertThat(root).doesNotExist();
  }
}
