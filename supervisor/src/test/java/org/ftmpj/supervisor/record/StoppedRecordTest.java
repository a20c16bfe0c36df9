package org.ftmpj.supervisor.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.ftmpj.supervisor.record.StoppedRecord.Printed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoppedRecordTest {
  @TempDir Path directory;

  @Test
  void shouldBeReadAsItWasWritten() {
    Path file = directory.resolve("stopped");
    assertThat(StoppedRecord.read(file)).isEmpty();
    StoppedRecord record =
        new StoppedRecord(
            ProcessIdentity.current(),
            Instant.parse("2026-11-24T03:00:00Z"),
            "stopped by SIGTERM",
            true,
            false,
            Map.of(1, 0, 7, 3),
            List.of(
                new Printed(0, 1, 5, "main"),
                new Printed(0, 2, 1L << 40, " a thread of\ntwo lines "),
                new Printed(2, 1, 0, "")));
    record.write(file);
    assertThat(StoppedRecord.read(file)).hasValue(record);
  }

  @Test
  void shouldSayThatItIsDamaged() throws Exception {
    Path file = directory.resolve("stopped");
    Files.writeString(file, "ftmpj-stopped 1\nlauncher 1 2\n");
    assertThatThrownBy(() -> StoppedRecord.read(file)).hasMessageContaining("FTMPJ-1302");
    Files.writeString(
        file, "ftmpj-stopped 1\nlauncher 1 2\nstopped 2026-11-24T03:00:00Z\nwhy x\nprinted 0 1\n");
    assertThatThrownBy(() -> StoppedRecord.read(file)).hasMessageContaining("FTMPJ-1302");
  }
}
