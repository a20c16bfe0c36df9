package org.ftmpj.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileOfLostHostTest {
  @TempDir Path directory;
  private Path file;
  private Path scratch;

  @BeforeEach
  void name() {
    file = directory.resolve("file");
    scratch = directory.resolve("scratch");
  }

  private void add(String text) throws IOException {
    Files.writeString(scratch, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  @Test
  void shouldBeLeftAloneUntilTheRankIsWhereItWas() throws IOException {
    Files.writeString(file, "what was closed");
    FileOfLostHost lost = new FileOfLostHost(file, false, -1);
    add("what was");
    lost.added(scratch);
    assertThat(file).hasContent("what was closed");
  }

  @Test
  void shouldGetWhatItHadAndWhatFollows() throws IOException {
    Files.writeString(file, "one, tw");
    FileOfLostHost lost = new FileOfLostHost(file, false, -1);
    add("one, two, ");
    lost.catchUp(scratch);
    assertThat(file).hasContent("one, two, ");
    add("three");
    lost.catchUp(scratch);
    lost.added(scratch);
    assertThat(file).hasContent("one, two, three");
    Files.writeString(scratch, "ONE", StandardOpenOption.WRITE);
    lost.finish(scratch);
    assertThat(file).hasContent("ONE, two, three");
  }

  @Test
  void shouldBeMadeWhereItWasLostWithItsHost() throws IOException {
    add("all");
    new FileOfLostHost(file, false, -1).finish(scratch);
    assertThat(file).hasContent("all");
  }

  @Test
  void shouldBeAppendedToWhereItEnds() throws IOException {
    Files.writeString(file, "old, one, ");
    add("\0\0\0\0\0one, two, ");
    FileOfLostHost lost = new FileOfLostHost(file, true, "old, ".length());
    lost.catchUp(scratch);
    assertThat(file).hasContent("old, one, two, ");
    add("three");
    lost.added(scratch);
    lost.finish(scratch);
    assertThat(file).hasContent("old, one, two, three");
  }

  @Test
  void shouldLoseNothingWhereOthersHaveAppended() throws IOException {
    Files.writeString(file, "other, one, ");
    add("one, two");
    new FileOfLostHost(file, true, -1).finish(scratch);
    assertThat(file).hasContent("other, one, one, two");
  }
}
