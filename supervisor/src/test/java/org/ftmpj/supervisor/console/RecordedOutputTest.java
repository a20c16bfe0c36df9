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
      assertThat(output.hasUnrepeated("main")).isTrue();
      assertThat(output.rest("main")).isEqualTo("ree");
      print(output, OutputRecord.OUT, "main", "ree\n");
      assertThat(output.rest("main")).isEqualTo("or");
      print(output, OutputRecord.ERR, "main", "or\n");
      assertThat(output.hasUnrepeated("main")).isFalse();
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
    assertThat(said)
        .containsExactly("main: 'two' as line 2 of standard output, now 'tvo', lines: 1");
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
      assertThat(output.hasUnrepeated("main")).isFalse();
    }
    assertThat(said)
        .containsExactly("main: 'five' as line 5 of standard output, now 'fife', lines: 1");
    assertThatThrownBy(() -> RecordedOutput.open(log, 1 << 20, new Says()))
        .hasMessageContaining("FTMPJ-1302");
  }

  @Test
  void shouldTellOfWhatIsNotRecorded() {
    try (RecordedOutput output = open()) {
      print(output, OutputRecord.OUT, "main", "one\ntwo\nthree\nfour\n");
      print(output, OutputRecord.ERR, "other", "new\n");
    }
    assertThat(said).containsExactly("main: new 'four', lines: 1", "other: new 'new', lines: 1");
  }

  @Test
  void shouldGoOnAfterALineThatDiffers() {
    try (RecordedOutput output = open()) {
      print(output, OutputRecord.OUT, "main", "on");
      print(output, OutputRecord.OUT, "main", "x and");
      print(output, OutputRecord.OUT, "main", " more\ntwo\nthree\nfour\nfi");
      print(output, OutputRecord.OUT, "main", "ve\n");
      print(output, OutputRecord.ERR, "main", "error\n");
      assertThat(output.missing("main")).isEqualTo(new RecordedOutput.Missing(0, 0));
    }
    assertThat(said)
        .containsExactly(
            "main: 'one' as line 1 of standard output, now 'onx and', lines: 1",
            "main: new 'four\nfi', lines: 2",
            "main: new 've', lines: 0");
  }

  @Test
  void shouldCountTheLinesOfOneText() {
    try (RecordedOutput output = open()) {
      print(output, OutputRecord.OUT, "main", "1\ntwo\n3\n4\n5");
    }
    assertThat(said)
        .containsExactly(
            "main: 'one' as line 1 of standard output, now '1', lines: 2",
            "main: new '4\n5', lines: 2");
  }

  @Test
  void shouldCountTheLinesThatAreMissing() {
    try (RecordedOutput output = open()) {
      assertThat(output.missing("main")).isEqualTo(new RecordedOutput.Missing(0, 4));
      print(output, OutputRecord.OUT, "main", "one\nt");
      print(output, OutputRecord.ERR, "main", "error\n");
      assertThat(output.missing("main")).isEqualTo(new RecordedOutput.Missing(1, 1));
      assertThat(output.missing("other")).isEqualTo(new RecordedOutput.Missing(0, 1));
    }
    assertThat(said).isEmpty();
  }

  @Test
  void shouldCompareTheEndOfALastLineWithoutOne() {
    try (OutputWriter writer = OutputWriter.open(log, 1, warning -> {})) {
      print(writer, OutputRecord.OUT, "last", "one\ntwo");
    }
    try (RecordedOutput output = open()) {
      print(output, OutputRecord.OUT, "last", "one\ntwo");
      assertThat(output.missing("last")).isEqualTo(new RecordedOutput.Missing(0, 0));
      print(output, OutputRecord.OUT, "last", " and more\nthree\n");
    }
    try (RecordedOutput output = open()) {
      print(output, OutputRecord.OUT, "last", "one\n");
      assertThat(output.missing("last")).isEqualTo(new RecordedOutput.Missing(0, 1));
      print(output, OutputRecord.OUT, "last", "tw");
      assertThat(output.missing("last")).isEqualTo(new RecordedOutput.Missing(1, 0));
      print(output, OutputRecord.OUT, "last", "\nthree\n");
    }
    try (RecordedOutput output = open()) {
      print(output, OutputRecord.OUT, "last", "one\nTwo\n");
    }
    assertThat(said)
        .containsExactly(
            "last: longer ' and more\nthree', lines: 1".replace("' a", "'a"),
            "last: 'two' as line 2 of standard output, now 'tw', lines: 1",
            "last: new 'three', lines: 1",
            "last: 'two' as line 2 of standard output, now 'Two', lines: 1",
            "last: new 'Two', lines: 0");
  }

  @Test
  void shouldHaveNothingWithoutALog() {
    try (RecordedOutput output = RecordedOutput.open(directory.resolve("1"), 0, new Says())) {
      assertThat(output.hasUnrepeated("main")).isFalse();
      print(output, OutputRecord.OUT, "main", "x");
    }
    assertThat(said).containsExactly("main: new 'x', lines: 1");
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
    public void differs(String thread, long lines, String expected, String actual) {
      said.add(thread + ": " + expected + ", now " + actual + ", lines: " + lines);
    }

    @Override
    public void pastRecord(String thread, boolean lengthens, long lines, String actual) {
      said.add(thread + (lengthens ? ": longer " : ": new ") + actual + ", lines: " + lines);
    }
  }
}
