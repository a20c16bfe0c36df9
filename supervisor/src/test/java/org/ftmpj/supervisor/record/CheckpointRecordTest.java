package org.ftmpj.supervisor.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.ftmpj.supervisor.record.CheckpointRecord.Last;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointRecordTest {
  @TempDir Path directory;

  @Test
  void shouldBeReadAsWritten() {
    Path file = directory.resolve("record");
    assertThat(CheckpointRecord.read(file)).isEmpty();
    Last last = new Last(Instant.parse("2026-11-23T12:00:00.123Z"), 1L << 40, 7, 9, 8);
    for (CheckpointRecord record :
        new CheckpointRecord[] {
          new CheckpointRecord(1, 0, Optional.empty(), Optional.empty()),
          new CheckpointRecord(2, 3, Optional.of("two\nlines"), Optional.empty()),
          new CheckpointRecord(3, 1L << 40, Optional.empty(), Optional.of(last)),
          new CheckpointRecord(4, 5, Optional.of("why"), Optional.of(last))
        }) {
      record.write(file);
      assertThat(CheckpointRecord.read(file)).contains(record);
    }
  }
}
