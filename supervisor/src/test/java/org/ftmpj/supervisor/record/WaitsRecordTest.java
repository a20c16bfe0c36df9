package org.ftmpj.supervisor.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.ftmpj.common.error.FtmpjException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WaitsRecordTest {
  @TempDir Path directory;

  @Test
  void shouldKeepWhatThreadsWaitFor() {
    WaitsRecord record =
        new WaitsRecord(
            3,
            List.of(
                new WaitsRecord.Wait(
                    Instant.ofEpochMilli(17), "main", "Recv from rank 1", "A.b(A.java:2)"),
                new WaitsRecord.Wait(
                    Instant.ofEpochMilli(18), "two\nlines", "standard input", "")));
    record.write(file());
    assertThat(WaitsRecord.read(file())).contains(record);
    new WaitsRecord(3, List.of()).write(file());
    assertThat(WaitsRecord.read(file())).contains(new WaitsRecord(3, List.of()));
  }

  @Test
  void shouldNotReadAnythingElse() throws Exception {
    assertThat(WaitsRecord.read(file())).isEmpty();
    for (String text :
        List.of("", "ftmpj-waits 2\n1\n", "ftmpj-waits 1\n", "ftmpj-waits 1\n1\n17\nmain\n")) {
      Files.writeString(file(), text);
      assertThatThrownBy(() -> WaitsRecord.read(file())).isInstanceOf(FtmpjException.class);
    }
  }

  private Path file() {
    return directory.resolve("0");
  }
}
