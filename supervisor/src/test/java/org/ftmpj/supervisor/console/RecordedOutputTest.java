package org.ftmpj.supervisor.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordedOutputTest {
  @TempDir Path directory;
  private final List<String> said = new ArrayList<>();
  private Path log;

  @BeforeEach
  void record() {
    log = directory.resolve("0");
    try (OutputWriter writer = OutputWriter.open(log, 1, warning -> {})) {
      print(writer, OutputRecord.OUT, "main", "one\ntwo\n");
      print(writer, OutputRecord.ERR, "main", "error\n");
      print(writer, OutputRecord.OUT, "other", "elsewhere\n");
      print(writer, OutputRecord.OUT, "main", "three\n");
    }
  }

  @Test
  void shouldTakeTheSameTextInOtherPieces() throws Exception {
    byte[] before = Files.readAllBytes(log);
    try (RecordedOutput output = open()) {
      print(output, OutputRecord.ERR, "main", "err");
      print(output, OutputRecord.OUT, "main", "o");
      print(output, OutputRecord.OUT, "main", "ne\ntwo\nth");
      assertThat(output.holdsMore("main")).isTrue();
      assertThat(output.rest("main")).isEqualTo("ree");
      print(output, OutputRecord.OUT, "main", "ree\n");
      assertThat(output.rest("main")).isEqualTo("or");
      print(output, OutputRecord.ERR, "main", "or\n");
      assertThat(output.holdsMore("main")).isFalse();
      assertThat(output.lines()).isEqualTo(4);
      assertThat(output.unfinished()).containsExactly("other");
    }
    assertThat(said).isEmpty();
    assertThat(Files.readAllBytes(log)).isEqualTo(before);
  }

  @Test
  void shouldShowTheLineThatDiffers() {
    try (RecordedOutput output = open()) {
      print(output, OutputRecord.OUT, "main", "one\ntvo\nthree\n");
    }
    assertThat(said).containsExactly("main: 'two' as line 2 of standard output, now 'tvo'");
  }

  /** The number of the line is that of all. */
  @Test
  void shouldBeginWhereACheckpointWas() {
    long checkpoint;
    try (OutputWriter writer = OutputWriter.open(log, 1, warning -> {})) {
      print(writer, OutputRecord.OUT, "main", "one\ntwo\nthree\nfo");
      checkpoint = writer.position();
      print(writer, OutputRecord.OUT, "main", "ur\nfive\n");
    }
    try (RecordedOutput output = RecordedOutput.open(log, checkpoint, new Says())) {
      assertThat(output.rest("main")).isEqualTo("ur");
      print(output, OutputRecord.OUT, "main", "ur\nfife\n");
      assertThat(output.holdsMore("main")).isFalse();
    }
    assertThat(said).containsExactly("main: 'five' as line 5 of standard output, now 'fife'");
    assertThatThrownBy(() -> RecordedOutput.open(log, 1 << 20, new Says()))
        .hasMessageContaining("FTMPJ-1302");
  }

  @Test
  void shouldTellOfWhatIsNotRecorded() {
    try (RecordedOutput output = open()) {
      print(output, OutputRecord.OUT, "main", "one\ntwo\nthree\nfour\n");
      print(output, OutputRecord.ERR, "other", "new\n");
    }
    assertThat(said).containsExactly("main: new 'four'", "other: new 'new'");
  }

  @Test
  void shouldHaveNothingWithoutALog() {
    try (RecordedOutput output = RecordedOutput.open(directory.resolve("1"), 0, new Says())) {
      assertThat(output.holdsMore("main")).isFalse();
      print(output, OutputRecord.OUT, "main", "x");
    }
    assertThat(said).containsExactly("main: new 'x'");
  }

  private RecordedOutput open() {
    return RecordedOutput.open(log, 0, new Says());
  }

  private static void print(OutputSink to, int stream, String thread, String text) {
    byte[] bytes = text.getBytes(UTF_8);
    to.write(stream, thread, bytes, 0, bytes.length);
  }

  private final class Says implements RecordedOutput.Differences {
    @Override
    public void differs(String thread, String expected, String actual) {
      said.add(thread + ": " + expected + ", now " + actual);
    }

    @Override
    public void pastRecord(String thread, String actual) {
      said.add(thread + ": new " + actual);
    }
  }
}
