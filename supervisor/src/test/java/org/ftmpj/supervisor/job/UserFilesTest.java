package org.ftmpj.supervisor.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UserFilesTest {
  private static final Path HOME = Path.of("/home/user");

  /** No directory can be made in it, by anyone. */
  private static final Path NOT_OURS = Path.of("/proc/1/no/such");

  @TempDir Path ours;

  @Test
  void shouldBeInTheOwnDirectoryIfThatCanBeWritten() {
    Path wanted = ours.resolve("not/there/yet");
    assertThat(new UserFiles(HOME, Map.of()).data(wanted, "demo")).isEqualTo(wanted);
  }

  @Test
  void shouldBeWhereTheUserHasThemOtherwise() {
    assertThat(new UserFiles(HOME, Map.of("XDG_DATA_HOME", "/data", "XDG_CACHE_HOME", "/cache")))
        .satisfies(
            files -> {
              assertThat(files.data(NOT_OURS, "demo")).isEqualTo(Path.of("/data/ftmpj/demo"));
              assertThat(files.cache()).isEqualTo(Path.of("/cache/ftmpj"));
            });
    assertThat(new UserFiles(HOME, Map.of("XDG_DATA_HOME", "relative", "XDG_CACHE_HOME", "")))
        .satisfies(
            files -> {
              assertThat(files.data(NOT_OURS, "demo"))
                  .isEqualTo(Path.of("/home/user/.local/share/ftmpj/demo"));
              assertThat(files.cache()).isEqualTo(Path.of("/home/user/.cache/ftmpj"));
            });
  }
}
