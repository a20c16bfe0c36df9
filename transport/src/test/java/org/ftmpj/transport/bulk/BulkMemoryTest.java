package org.ftmpj.transport.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class BulkMemoryTest {
  private static final int SLOT = BulkLog.SLOT;

  @TempDir Path directory;
  private BulkLog log;
  private BulkState state;
  private BulkMemory recent;

  @BeforeEach
  void createTheLog() throws IOException {
    LogMemory.use(0, 1);
    log = new BulkLog(directory.resolve("log"));
    log.create();
    open();
  }

  @AfterEach
  void useMemoryAsUsual() {
    LogMemory.use(LogMemory.USUAL_SHARE, 1);
  }

  private void open() throws IOException {
    state = BulkState.open(log.state(), false);
    recent = new BulkMemory(log, state);
  }

  private void fill(int slots) throws IOException {
    for (int number = 0; number < slots; number++) {
      assertThat(recent.enter((long) number * SLOT)).isTrue();
      recent.allocate((number + 1L) * SLOT);
      state.written((number + 1L) * SLOT);
    }
  }

  private void archive(long end) {
    state.archive(end);
    recent.archived(end);
  }

  /** Though nothing is pruned yet, and there could be more: perhaps the disk is short of space. */
  @Test
  @Timeout(300)
  void shouldMakeRoomForAWriterThatCannotHaveMore() throws IOException {
    LogMemory.use(LogMemory.USUAL_SHARE, 1);
    fill(4);
    state.fence(1, log.state());
    assertThat(recent.bytesToKeep()).isGreaterThan(4L * SLOT);
    try (Archiver archiver = new Archiver(log, recent, state, 1, () -> 0)) {
      archiver.awaitRoom();
      assertThat(recent.hasFree()).isTrue();
      assertThat(state.archived()).isGreaterThanOrEqualTo(SLOT);
    }
  }

  @Test
  void shouldUseTheMemoryAgainThatBecameFreeLast() throws IOException {
    fill(4);
    assertThat(recent.enter(4L * SLOT)).isFalse();
    archive(SLOT / 2);
    assertThat(recent.hasFree()).isFalse();
    archive(SLOT);
    archive(2 * SLOT);
    assertThat(recent.enter(4L * SLOT)).isTrue();
    assertThat(state.slotOf(4)).isEqualTo(1);
    assertThat(state.slotOf(0)).isZero();
    assertThat(state.slotOf(1)).isEqualTo(BulkState.NO_SLOT);
    assertThat(recent.enter(5L * SLOT)).isTrue();
    assertThat(state.slotOf(5)).isZero();
    assertThat(recent.enter(6L * SLOT)).isFalse();
    assertThat(Files.size(log.recent())).isEqualTo(4L * SLOT);
  }

  @Test
  void shouldGoOnWithTheSlotsThatADeadWriterLeft() throws IOException {
    fill(3);
    archive(SLOT);
    // Taken, and nothing written to it.
    assertThat(recent.enter(3L * SLOT)).isTrue();
    int slot = state.slotOf(3);
    open();
    assertThat(recent.hasFree()).isFalse();
    assertThat(recent.enter(3L * SLOT)).isTrue();
    assertThat(state.slotOf(3)).isEqualTo(slot).isZero();
    archive(2 * SLOT);
    open();
    assertThat(recent.hasFree()).isTrue();
    assertThat(recent.enter(4L * SLOT)).isTrue();
    assertThat(state.slotOf(4)).isEqualTo(1);
  }

  @Test
  void shouldGrowUpToItsShareOfTheMemory() throws IOException {
    LogMemory.use(100, 1);
    fill(6);
    assertThat(Files.size(log.recent())).isEqualTo(6L * SLOT);
    // The least for each, however many there are.
    LogMemory.use(1, Integer.MAX_VALUE);
    assertThat(LogMemory.slots()).isEqualTo(BulkLog.LEAST_SLOTS);
  }
}
