package org.ftmpj.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ftmpj.common.error.FtmpjException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScratchTest {
  @TempDir Path report;

  @Test
  void shouldRemoveWhatAKilledBenchmarkHasLeft() throws IOException {
    Path directory = report.resolve("scratch");
    Scratch.make(directory);
    Path left = Files.createFile(directory.resolve("left"));
    try (Scratch next = Scratch.make(directory)) {
      assertThat(left).doesNotExist();
      assertThat(next.directory()).isDirectory();
    }
    assertThat(directory).doesNotExist();
  }

  @Test
  void shouldLeaveADirectoryOfTheUsersAlone() throws IOException {
    Path directory = Files.createDirectory(report.resolve("scratch"));
    Path notes = Files.createFile(directory.resolve("notes.txt"));
    assertThatThrownBy(() -> Scratch.make(directory))
        .isInstanceOf(FtmpjException.class)
        .hasMessageContainingAll("FTMPJ-1611", directory.toString());
    assertThat(notes).exists();
  }
}
