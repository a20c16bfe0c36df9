package org.ftmpj.supervisor.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ftmpj.protocol.report.RankCounters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CountersReportTest {
  @TempDir Path directory;

  @Test
  void shouldReadWhatItWrote() {
    Path file = directory.resolve("counters");
    assertThat(CountersReport.read(file)).isEmpty();
    CountersReport report =
        new CountersReport(3, 2, new RankCounters(1, 2, 3, 4, 5, 6, 7, 8, 9, Long.MAX_VALUE));
    report.write(file);
    assertThat(CountersReport.read(file)).contains(report);
  }

  @Test
  void shouldRejectWhatItCannotHaveWritten() throws IOException {
    Path file = directory.resolve("counters");
    Files.writeString(file, "ftmpj-counters 2\nrank 1\n");
    assertThatThrownBy(() -> CountersReport.read(file)).hasMessageContaining("FTMPJ-1303");
    Files.writeString(file, "ftmpj-counters 1\nrank 1\n");
    assertThatThrownBy(() -> CountersReport.read(file)).hasMessageContaining("FTMPJ-1302");
    Files.writeString(file, "ftmpj-counters 1\nrank\n");
    assertThatThrownBy(() -> CountersReport.read(file)).hasMessageContaining("FTMPJ-1302");
  }
}
