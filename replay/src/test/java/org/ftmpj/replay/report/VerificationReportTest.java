package org.ftmpj.replay.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.protocol.report.Divergence;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VerificationReportTest {
  @TempDir Path directory;

  @Test
  void shouldComeOutAsItWentIn() {
    Divergence divergence =
        new Divergence(
            2,
            17,
            "a.B.c(B.java:1)",
            List.of("a.B.d(B.java:2)"),
            "text\nof two lines",
            "writes \\n",
            "why",
            List.of("clock 16: send", "clock 17: wait"));
    for (VerificationReport report :
        List.of(
            report(VerificationResult.VERIFIED, Optional.empty(), "ends", List.of()),
            fromCheckpoint(),
            report(
                VerificationResult.VERIFIED_TO_END,
                Optional.empty(),
                "waits",
                List.of("one", "two")),
            report(VerificationResult.LINES_DIFFER, Optional.of(divergence), "ends", List.of()),
            report(VerificationResult.DIVERGED, Optional.of(divergence), "", List.of("")),
            VerificationReport.failed(3, ErrorCode.LOG_CORRUPT, "a log\nis damaged"))) {
      VerificationPlace place = new VerificationPlace(directory);
      place.write(report);
      assertThat(new VerificationPlace(directory).read()).contains(report);
    }
  }

  @Test
  void shouldSumUpLines() {
    assertThat(new VerificationReport.LineCounts(14, 0, 0).text())
        .isEqualTo("14 printed lines differ");
    assertThat(new VerificationReport.LineCounts(1, 1_200, 1).text())
        .isEqualTo("1 printed line differs, 1,200 are missing, 1 is additional");
    assertThat(new VerificationReport.LineCounts(0, 2, 3).text())
        .isEqualTo("2 printed lines are missing, 3 are additional");
  }

  @Test
  void shouldShareTheProgress() {
    VerificationPlace writer = new VerificationPlace(directory);
    VerificationPlace reader = new VerificationPlace(directory);
    assertThat(reader.progress().get()).isZero();
    writer.progress().put(1L << 40);
    assertThat(reader.progress().get()).isEqualTo(1L << 40);
    assertThat(reader.read()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "ftmpj-verification 2\nrank 1\n", "ftmpj-verification 1\nrank 1\n"})
  void shouldRefuseWhatIsNoReport(String text) throws Exception {
    Files.writeString(directory.resolve("report"), text);
    VerificationPlace place = new VerificationPlace(directory);
    assertThatThrownBy(place::read).hasMessageContaining("FTMPJ-130");
  }

  private static VerificationReport fromCheckpoint() {
    Instant taken = Instant.parse("2026-11-24T02:10:00.123Z");
    return new VerificationReport(
        2,
        VerificationResult.VERIFIED,
        1,
        2,
        3,
        4,
        VerificationReport.LineCounts.NONE,
        Optional.of(new VerificationReport.Beginning(taken, 5)),
        Optional.empty(),
        "ends",
        Optional.empty(),
        List.of());
  }

  private static VerificationReport report(
      VerificationResult verdict,
      Optional<Divergence> divergence,
      String next,
      List<String> notes) {
    return new VerificationReport(
        2,
        verdict,
        1,
        2,
        3,
        4,
        new VerificationReport.LineCounts(5, 6, 7),
        Optional.empty(),
        divergence,
        next,
        Optional.empty(),
        notes);
  }
}
