package org.ftmpj.transport.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.transport.journal.RetainedPositions.Checkpoint;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RetainedPositionsTest {
  private static final Checkpoint CHECKPOINT =
      new Checkpoint(5, 100, List.of(7L, 1L), List.of(3L, 4L), List.of(2L, 0L));

  @TempDir Path directory;
  private Path file;

  @BeforeEach
  void place() {
    file = directory.resolve("retention").resolve("1");
  }

  @Test
  void shouldBeNoneBeforeTheRankHasMadeThem() {
    assertThat(RetainedPositions.find(file, 2)).isNull();
  }

  @Test
  void shouldNeedEverythingAtFirst() {
    RetainedPositions positions = RetainedPositions.create(file, 2);
    assertThat(positions.allow(Checkpoint.ofTheBeginning(2))).isTrue();
    assertThat(positions.received(0)).isZero();
  }

  @Test
  void shouldTellOthersAndLaterIncarnations() {
    RetainedPositions before = RetainedPositions.create(file, 2);
    RetainedPositions reader = RetainedPositions.find(file, 2);
    before.raise(CHECKPOINT);
    for (RetainedPositions each : List.of(reader, RetainedPositions.create(file, 2))) {
      assertThat(each.record()).isEqualTo(5);
      assertThat(each.output()).isEqualTo(100);
      assertThat(List.of(each.received(0), each.received(1))).isEqualTo(CHECKPOINT.received());
      assertThat(List.of(each.sent(0), each.sent(1))).isEqualTo(CHECKPOINT.sent());
      assertThat(List.of(each.readOf(0), each.readOf(1))).isEqualTo(CHECKPOINT.readOf());
    }
  }

  @Test
  void shouldNotGoBack() {
    RetainedPositions positions = RetainedPositions.create(file, 2);
    positions.raise(CHECKPOINT);
    positions.raise(Checkpoint.ofTheBeginning(2));
    assertThat(positions.sent(1)).isEqualTo(4);
  }

  @Test
  void shouldAllowACheckpointOnlyIfAllOfItIsKept() {
    RetainedPositions positions = RetainedPositions.create(file, 2);
    positions.raise(CHECKPOINT);
    assertThat(positions.allow(CHECKPOINT)).isTrue();
    for (Checkpoint older :
        List.of(
            new Checkpoint(4, 100, List.of(7L, 1L), List.of(3L, 4L), List.of(2L, 0L)),
            new Checkpoint(5, 99, List.of(7L, 1L), List.of(3L, 4L), List.of(2L, 0L)),
            new Checkpoint(5, 100, List.of(6L, 1L), List.of(3L, 4L), List.of(2L, 0L)),
            new Checkpoint(5, 100, List.of(7L, 1L), List.of(3L, 3L), List.of(2L, 0L)),
            new Checkpoint(5, 100, List.of(7L, 1L), List.of(3L, 4L), List.of(1L, 0L)))) {
      assertThat(positions.allow(older)).as("%s", older).isFalse();
    }
  }

  @Test
  void shouldSayWithWhichIncarnationItCame() {
    assertThat(RetainedPositions.findToWrite(file, 2)).isNull();
    RetainedPositions positions = RetainedPositions.create(file, 2);
    assertThat(positions.cameAs()).isZero();
    RetainedPositions.findToWrite(file, 2).raiseCameAs(3);
    assertThat(positions.cameAs()).isEqualTo(3);
  }

  @Test
  void shouldRefuseAnotherFile() throws IOException {
    RetainedPositions.create(file, 2);
    assertCode(ErrorCode.LOG_CORRUPT, 3);
    byte[] bytes = Files.readAllBytes(file);
    bytes[8] = 9;
    Files.write(file, bytes);
    assertCode(ErrorCode.LOG_VERSION, 2);
    bytes[0] = 9;
    Files.write(file, bytes);
    assertCode(ErrorCode.LOG_CORRUPT, 2);
  }

  private void assertCode(ErrorCode code, int size) {
    assertThatThrownBy(() -> RetainedPositions.find(file, size))
        .isInstanceOf(FtmpjException.class)
        .extracting("code")
        .isEqualTo(code);
  }
}
