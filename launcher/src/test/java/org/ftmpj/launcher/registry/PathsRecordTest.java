package org.ftmpj.launcher.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.network.PathCounters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PathsRecordTest {
  private static final PathsRecord RECORD =
      new PathsRecord(
          List.of(
              new PathsRecord.Host("b", 7, List.of(way("a", 0, true), way("(launcher)", 1, false))),
              new PathsRecord.Host("a", 0, List.of(way("b", 0, true)))));

  @TempDir Path directory;

  private static PathsRecord.Way way(String to, int path, boolean live) {
    return new PathsRecord.Way(
        to,
        new PathCounters(
            2, path, 301, 302, 303, 304, 305, 306, 307, 308, 309, 31, 32, live, 77_000));
  }

  @Test
  void shouldBeReadAsItWasWritten() {
    Path file = directory.resolve("paths");
    assertThat(PathsRecord.read(file)).isEmpty();
    RECORD.write(file);
    assertThat(PathsRecord.read(file)).contains(RECORD);
  }

  @Test
  void shouldShowWhichPathIsLeftAndHowManyStrangersCame() {
    List<String> lines = RECORD.text().lines().map(String::strip).toList();
    assertThat(lines.get(1)).matches("a +b +0 +well +0.077 ms +301 +302 +308 +303 .*");
    assertThat(lines.get(3)).matches("b +\\(launcher\\) +1 +left .* 304 +305 +31 +32");
    assertThat(lines.get(4)).startsWith("host b has dropped 7 ");
  }

  @Test
  void shouldSayThatItIsDamaged() throws Exception {
    Path file = directory.resolve("paths");
    Files.writeString(file, "ftmpj-paths 1\npath a b 0\n");
    assertThatThrownBy(() -> PathsRecord.read(file))
        .isInstanceOfSatisfying(
            FtmpjException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LOG_CORRUPT));
  }
}
