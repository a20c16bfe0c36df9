package org.ftmpj.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RandomAccessFilesTest {
  @TempDir Path directory;
  private RandomAccessFiles files;
  private Path file;

  @BeforeEach
  void make() throws IOException {
    files = new RandomAccessFiles(Files.createDirectory(directory.resolve("job")));
    file = Files.writeString(directory.resolve("file"), "text");
  }

  @Test
  void shouldSeeAFileUntilItIsClosed() throws IOException {
    assertThat(files.areOpen()).isFalse();
    files.opened(file);
    try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
      assertThat(files.areOpen()).isTrue();
      Files.move(file, directory.resolve("other"));
      assertThat(files.areOpen()).isTrue();
      Files.delete(directory.resolve("other"));
      assertThat(files.areOpen()).isTrue();
      open.writeLong(1);
    }
    assertThat(files.areOpen()).isFalse();
  }

  /** Whether the program has it open is not known then. */
  @Test
  void shouldTakeAFileForOpenThatWasRemovedJustBefore() throws IOException {
    Files.delete(file);
    files.opened(file);
    assertThat(files.areOpen()).isTrue();
  }

  @Test
  void shouldNotSeeAFileThatIsRead() throws IOException {
    files.opened(file);
    try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "r")) {
      assertThat(open.read()).isEqualTo('t');
      assertThat(files.areOpen()).isFalse();
    }
  }

  @Test
  void shouldNotTakeALogForAFileThatWasRemoved() throws IOException {
    files.opened(file);
    // What it was becomes what a log of the job is, as if the system had given it that again.
    Path log = Files.move(file, directory.resolve("job/log"));
    try (RandomAccessFile open = new RandomAccessFile(log.toFile(), "rw")) {
      assertThat(open.length()).isPositive();
      assertThat(files.areOpen()).isFalse();
    }
  }

  @Test
  void shouldSeeAScratchFileOfTheJob() throws IOException {
    Path scratch = Files.createFile(directory.resolve("job/scratch"));
    files.opened(scratch);
    try (RandomAccessFile open = new RandomAccessFile(scratch.toFile(), "rw")) {
      assertThat(open.length()).isZero();
      assertThat(files.areOpen()).isTrue();
    }
  }
}
