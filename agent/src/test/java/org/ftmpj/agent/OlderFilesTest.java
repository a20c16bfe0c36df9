package org.ftmpj.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ftmpj.interceptors.bridge.value.FileHooks.Act;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OlderFilesTest {
  @TempDir Path directory;

  private Path file;
  private long changed;
  private OlderFiles older;

  @BeforeEach
  void makeFile() throws IOException {
    file = Files.writeString(directory.resolve("file"), "as it was");
    changed = OlderFiles.nanos(file);
    older = new OlderFiles(Files.createDirectory(directory.resolve("journal")), changed + 1);
  }

  private void save(Act act, Path path, String to) throws IOException {
    older.save(new FileOperation(0, 0, 1, act, path.toString(), to));
  }

  @Test
  void shouldTellFilesThatAreOlderThanTheJob() {
    assertThat(older.isOlder(changed)).isTrue();
    assertThat(older.isOlder(changed + 1)).isFalse();
  }

  @Test
  void shouldTakeAFileAsItIsIfNothingHasChangedIt() throws IOException {
    older.note(file);
    assertThat(older.asItWas(file, changed)).isEqualTo(file);
  }

  @ParameterizedTest
  @EnumSource
  void shouldSaveWhatWasReadBeforeItIsChanged(Act act) throws IOException {
    older.note(file);
    save(act, file, act == Act.MOVE ? directory.resolve("other").toString() : "");
    Files.delete(file);
    assertThat(older.asItWas(file, changed)).hasContent("as it was");
  }

  @Test
  void shouldSaveWhatAnotherFileIsMovedTo() throws IOException {
    Path other = Files.createFile(directory.resolve("other"));
    older.note(file);
    save(Act.MOVE, other, file.toString());
    Files.writeString(file, "other");
    assertThat(older.asItWas(file, changed)).hasContent("as it was");
  }

  /** That costs as much as the file is long. */
  @Test
  void shouldNotSaveWhatWasNotRead() throws IOException {
    save(Act.WRITE, file, "");
    Files.delete(file);
    assertThat(older.asItWas(file, changed)).isNull();
  }

  @Test
  void shouldSaveAFileOnceAndNotAgainWhenTheJobHasChangedIt() throws IOException {
    older.note(file);
    save(Act.WRITE, file, "");
    Files.writeString(file, "by the job");
    save(Act.WRITE, file, "");
    Files.delete(file);
    assertThat(older.asItWas(file, changed)).hasContent("as it was");
  }

  @Test
  void shouldNoticeThatSomethingElseHasChangedAFile() throws IOException {
    older.note(file);
    Files.delete(file);
    Files.writeString(file, "as it was");
    assertThat(older.asItWas(file, changed - 1)).isNull();
  }
}
