package org.ftmpj.supervisor.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExitRecordTest {
  @TempDir Path directory;
  private Path file;

  @BeforeEach
  void name() {
    file = directory.resolve("3");
  }

  @Test
  void shouldBeAbsentUntilWritten() {
    assertThat(ExitRecord.read(file)).isEmpty();
  }

  @Test
  void shouldKeepTheCodeOfTheProgram() {
    var record = new ExitRecord.Program(4, OptionalInt.of(-3));
    record.write(file);
    assertThat(ExitRecord.read(file)).contains(record);
  }

  @Test
  void shouldKeepThatMainWasStillRunning() {
    var record = new ExitRecord.Program(4, OptionalInt.of(7), true, "");
    record.write(file);
    assertThat(ExitRecord.read(file)).contains(record);
  }

  @Test
  void shouldKeepWhatTheProgramDidToEndInOneLine() {
    new ExitRecord.Program(4, OptionalInt.of(7), false, "Abort(7)\nMAIN_RAN").write(file);
    assertThat(ExitRecord.read(file))
        .contains(new ExitRecord.Program(4, OptionalInt.of(7), false, "Abort(7)"));
  }

  @Test
  void shouldKeepThatTheCodeIsTheStatusOfTheProcess() {
    var record = new ExitRecord.Program(1, OptionalInt.empty());
    record.write(file);
    assertThat(ExitRecord.read(file)).contains(record);
  }

  @Test
  void shouldKeepEveryLineOfAFailStop() {
    var record = new ExitRecord.FailStop(2, ErrorCode.DIVERGED, "expected 1\nfound  2");
    record.write(file);
    assertThat(ExitRecord.read(file)).contains(record);
  }

  @Test
  void shouldReplaceAndLeaveNothingElseBehind() throws Exception {
    new ExitRecord.Program(1, OptionalInt.of(1)).write(file);
    new ExitRecord.Program(2, OptionalInt.of(0)).write(file);
    try (var files = Files.list(directory)) {
      assertThat(files).containsExactly(file);
    }
    assertThat(ExitRecord.read(file).orElseThrow().incarnation()).isEqualTo(2);
  }

  @Test
  void shouldRefuseAnotherVersion() throws Exception {
    Files.writeString(file, "ftmpj-exit 2\nPROGRAM 1 0\n");
    assertCode(ErrorCode.LOG_VERSION);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ftmpj-exit 1\n",
        "ftmpj-exit 1\nPROGRAM 1\n",
        "ftmpj-exit 1\nPROGRAM x 0\n",
        "ftmpj-exit 1\nPROGRAM 1 zero\n",
        "ftmpj-exit 1\nKILLED 1 0\n",
        "ftmpj-exit 1\nFAIL_STOP 1 FTMPJ-9999\nx"
      })
  void shouldRefuseWhatIsNoRecord(String text) throws Exception {
    Files.writeString(file, text);
    assertCode(ErrorCode.LOG_CORRUPT);
  }

  private void assertCode(ErrorCode code) {
    assertThatThrownBy(() -> ExitRecord.read(file))
        .isInstanceOfSatisfying(FtmpjException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessageContaining(file.toString());
  }
}
