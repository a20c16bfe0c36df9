package org.ftmpj.interceptors.bridge.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.ftmpj.interceptors.weave.CountingValues;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TemporaryFilesTest {
  @TempDir Path directory;

  /** A rank whose changes of files are counted, and which dies right after some of them. */
  private static final class Rank extends CountingValues {
    private final List<File> changed = new ArrayList<>();
    private int deaths;

    @Override
    protected byte[] changed(File file, Supplier<byte[]> effect) {
      // The journal of a rank finds what was done, if it knows the file beforehand.
      byte[] outcome = changed.contains(file) ? FileOutcome.DONE : effect.get();
      changed.add(file);
      if (deaths-- > 0) {
        throw new Death();
      }
      return outcome;
    }
  }

  private static final class Death extends Error {
    private static final long serialVersionUID = 1L;
  }

  private interface Making {
    Path make() throws IOException;
  }

  private void shouldBeMadeOnce(Making making, boolean isDirectory, String permissions)
      throws IOException {
    Rank rank = new Rank();
    Recorded.install(rank);
    rank.deaths = 1;
    assertThatThrownBy(making::make).isInstanceOf(Death.class);
    rank.repeat();
    Path made = making.make();
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).containsExactly(made);
    }
    assertThat(Files.isDirectory(made)).isEqualTo(isDirectory);
    if (permissions != null) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(made)))
          .isEqualTo(permissions);
    }
    assertThat(making.make()).isNotEqualTo(made);
  }

  @Test
  void shouldMakeAFileOnceThoughARankDiesThen() throws IOException {
    shouldBeMadeOnce(
        () -> TemporaryFiles.createTempFile("some", null, directory.toFile()).toPath(),
        false,
        null);
  }

  @Test
  void shouldMakeAPathOnceThoughARankDiesThen() throws IOException {
    shouldBeMadeOnce(
        () -> TemporaryFiles.createTempFile(directory, null, ".txt"), false, "rw-------");
  }

  @Test
  void shouldMakeADirectoryOnceThoughARankDiesThen() throws IOException {
    shouldBeMadeOnce(
        () -> TemporaryFiles.createTempDirectory(directory, "some"), true, "rwx------");
  }

  @Test
  void shouldGiveTheProgramsPermissions() throws IOException {
    FileAttribute<?> all =
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("r-x------"));
    shouldBeMadeOnce(
        () -> TemporaryFiles.createTempFile(directory, "some", ".txt", all), false, "r-x------");
  }

  @Test
  void shouldRefuseWhatTheJdkRefuses() {
    Recorded.install(new CountingValues());
    assertThatThrownBy(() -> TemporaryFiles.createTempFile("a", null))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> TemporaryFiles.createTempFile(directory, "a/b", null))
        .isInstanceOf(IllegalArgumentException.class);
    Path missing = directory.resolve("missing");
    assertThatThrownBy(() -> TemporaryFiles.createTempFile(missing, "a", null))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessageStartingWith(missing + "/a");
  }
}
