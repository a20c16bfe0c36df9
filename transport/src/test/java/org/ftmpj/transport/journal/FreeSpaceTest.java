package org.ftmpj.transport.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FreeSpaceTest {
  private static final long MORE_THAN_ANY_DISK = 1L << 60;
  private static final int ONE_MIB = 1 << 20;

  @TempDir Path directory;

  @AfterEach
  void asUsual() {
    FreeSpace.keep(FreeSpace.USUAL_RESERVE);
  }

  @Test
  void shouldRefuseWhatWouldUseUpTheReserve() {
    FreeSpace space = FreeSpace.on(directory);
    FreeSpace.keep(0);
    space.use(ONE_MIB);
    FreeSpace.keep(MORE_THAN_ANY_DISK);
    assertThatThrownBy(() -> space.use(ONE_MIB))
        .hasMessageContainingAll("FTMPJ-1301", "no space: ", directory.toString(), "log.reserve");
  }

  @Test
  void shouldRefuseARecordAndLeaveTheJournalAsItWas() {
    Path log = directory.resolve("log");
    try (JournalWriter writer = Journals.writer(log)) {
      writer.append(ByteBuffer.allocate(8));
      FreeSpace.keep(MORE_THAN_ANY_DISK);
      assertThatThrownBy(
              () -> {
                for (int i = 0; i < ONE_MIB; i++) {
                  writer.append(ByteBuffer.allocate(64));
                }
              })
          .hasMessageContaining("FTMPJ-1301: no space");
      FreeSpace.keep(0);
      writer.append(ByteBuffer.allocate(16));
    }
    try (JournalReader reader = Journals.reader(log)) {
      assertThat(reader.next().remaining()).isEqualTo(8);
      ByteBuffer last = null;
      for (ByteBuffer head = reader.next(); head != null; head = reader.next()) {
        last = ByteBuffer.allocate(head.remaining());
      }
      assertThat(last.capacity()).isEqualTo(16);
    }
  }

  @Test
  void shouldNotBeginAJournalOnAFullDisk() {
    FreeSpace.keep(MORE_THAN_ANY_DISK);
    assertThatThrownBy(() -> Journals.writer(directory.resolve("log")))
        .hasMessageContaining("FTMPJ-1301: no space");
    assertThat(directory).isEmptyDirectory();
  }
}
