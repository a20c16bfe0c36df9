package org.ftmpj.checkpoint.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import org.ftmpj.checkpoint.store.CheckpointStore.Stored;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointStoreTest {
  private static final byte[] RANK = {1, 2, 3};
  private static final CheckpointState STATE =
      new CheckpointState(
          CheckpointState.Kind.APPLICATION,
          Instant.ofEpochMilli(1_700_000_000_123L),
          1L << 40,
          77,
          RANK);

  @TempDir Path parent;
  private Path directory;
  private CheckpointStore store;

  @BeforeEach
  void make() {
    directory = parent.resolve("3");
    store = new CheckpointStore(directory);
  }

  @Test
  void shouldKeepTheLastTwo() throws IOException {
    assertThat(store.all()).isEmpty();
    for (int i = 0; i < 5; i++) {
      write();
    }
    assertThat(store.all()).extracting(Stored::number).containsExactly(5L, 4L);
    assertThat(directory.toFile().list()).containsExactlyInAnyOrder("5", "4", "spare");
    assertThat(store.all().get(0).heap()).hasContent("heap 5");
    assertThat(store.all().get(1).heap()).hasContent("heap 4");
  }

  @Test
  void shouldOverwriteTheImageThatWasRemovedLast() throws IOException {
    for (int i = 0; i < 3; i++) {
      write();
    }
    Object file = Files.getAttribute(directory.resolve("spare"), "unix:ino");
    Stored begun = store.begin();
    assertThat(Files.getAttribute(begun.heap(), "unix:ino")).isEqualTo(file);
    assertThat(begun.heap()).hasContent("heap 1");
    store.abandon(begun);
    assertThat(directory.toFile().list()).containsExactlyInAnyOrder("3", "2");
  }

  @Test
  void shouldGiveTheSpaceForTheNextOneBack() throws IOException {
    for (int i = 0; i < 3; i++) {
      write();
    }
    store.removeSpare();
    assertThat(directory.toFile().list()).containsExactlyInAnyOrder("3", "2");
    store.removeSpare();
    assertThat(store.begin().heap()).doesNotExist();
  }

  @Test
  void shouldNotKnowOneThatWasNotFinished() throws IOException {
    write();
    Stored begun = store.begin();
    Files.writeString(begun.heap(), "half");
    CheckpointStore next = new CheckpointStore(directory);
    assertThat(next.all()).extracting(Stored::number).containsExactly(1L);
    assertThat(next.begin().number()).isEqualTo(2);
    assertThat(begun.heap()).doesNotExist();
  }

  @Test
  void shouldLeaveNothingOfOneThatWasAbandoned() throws IOException {
    write();
    Stored begun = store.begin();
    Files.writeString(begun.heap(), "half");
    store.abandon(begun);
    assertThat(directory.toFile().list()).containsExactly("1");
  }

  @Test
  void shouldNotNameWhatCannotBeSynced() throws IOException {
    write();
    Stored begun = store.begin();
    Files.writeString(begun.heap(), "without a state");
    assertThatThrownBy(() -> store.commit(begun))
        .isInstanceOfSatisfying(
            FtmpjException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LOG_NOT_WRITABLE));
    assertThat(directory.toFile().list()).containsExactly("1");
  }

  @Test
  void shouldFallBackOnTheOneBefore() throws IOException {
    write();
    write();
    store.remove(store.all().get(0));
    assertThat(store.all()).extracting(Stored::number).containsExactly(1L);
    write();
    assertThat(store.all()).extracting(Stored::number).containsExactly(2L, 1L);
  }

  @Test
  void shouldCountTheFailuresOfEach() throws IOException {
    write();
    write();
    Stored newest = store.all().get(0);
    store.failed(newest);
    store.failed(newest);
    assertThat(new CheckpointStore(directory).all())
        .extracting(Stored::failures)
        .containsExactly(2, 0);
    store.remove(newest);
    write();
    assertThat(store.all()).extracting(Stored::failures).containsExactly(0, 0);
  }

  @Test
  void shouldNotKnowOneWhoseRemovalWasBrokenOff() throws IOException {
    write();
    Files.move(directory.resolve("1"), directory.resolve("1.old"));
    assertThat(store.all()).isEmpty();
    write();
    assertThat(directory.toFile().list()).containsExactly("1");
  }

  @Test
  void shouldReadStateAsWritten() {
    Path file = parent.resolve("state");
    STATE.write(file);
    CheckpointState read = CheckpointState.read(file);
    assertThat(read).usingRecursiveComparison().isEqualTo(STATE);
  }

  @Test
  void shouldRefuseStateThatIsDamaged() throws IOException {
    Path file = parent.resolve("state");
    STATE.write(file);
    byte[] whole = Files.readAllBytes(file);
    for (int at = 0; at < whole.length; at++) {
      byte[] damaged = whole.clone();
      damaged[at] ^= 4;
      Files.write(file, damaged);
      refused(file);
      Files.write(file, Arrays.copyOf(whole, at));
      refused(file);
    }
  }

  private static void refused(Path file) {
    assertThatThrownBy(() -> CheckpointState.read(file))
        .isInstanceOfSatisfying(
            FtmpjException.class,
            e -> assertThat(e.code()).isIn(ErrorCode.LOG_CORRUPT, ErrorCode.LOG_VERSION));
  }

  private void write() throws IOException {
    Stored begun = store.begin();
    Files.writeString(begun.heap(), "heap " + begun.number());
    Files.write(begun.state(), RANK);
    store.commit(begun);
  }
}
