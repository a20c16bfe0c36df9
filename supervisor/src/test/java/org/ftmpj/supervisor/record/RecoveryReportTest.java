package org.ftmpj.supervisor.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecoveryReportTest {
  @TempDir Path directory;

  @Test
  void shouldBeReadAsWritten() {
    Path file = directory.resolve("2.5");
    assertThat(RecoveryReport.read(file)).isEmpty();
    var report = new RecoveryReport(2, 5, 312, 1L << 40, 400, 77, 812, Optional.empty());
    report.write(file);
    assertThat(RecoveryReport.read(file)).contains(report);
  }

  @Test
  void shouldTellTheCheckpoint() {
    Path file = directory.resolve("2.6");
    Instant when = Instant.parse("2026-11-23T17:59:01.123Z");
    var report = new RecoveryReport(2, 6, 312, 1, 400, 77, 812, Optional.of(when));
    report.write(file);
    assertThat(RecoveryReport.read(file)).contains(report);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "rank 2\n", "rank\n", "rank 2\nrank 2\n", "rank 9999999999\n"})
  void shouldRefuseWhatIsNoReport(String lines) throws Exception {
    Path file = directory.resolve("2.5");
    Files.writeString(file, "ftmpj-recovery 1\n" + lines);
    assertThatThrownBy(() -> RecoveryReport.read(file))
        .isInstanceOfSatisfying(
            FtmpjException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LOG_CORRUPT));
  }
}
