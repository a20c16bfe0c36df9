package org.ftmpj.supervisor.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.supervisor.record.OutputBeginning;
import org.ftmpj.supervisor.record.StoppedRecord.Printed;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrunedOutputTest {
  private static final int RANK = 2;
  private static final String LONG = "x".repeat(9_999) + "\n";

  /** Bytes of a record that has it. */
  private static final long RECORD = OutputRecord.length(4, LONG.length());

  private static final int LINES = 500;

  @TempDir Path directory;
  private Path file;
  private final List<String> warnings = new ArrayList<>();
  private long needed;

  @BeforeEach
  void name() {
    file = directory.resolve("2");
  }

  private OutputWriter writer(int incarnation, long checkpoint) {
    return OutputWriter.open(file, incarnation, checkpoint, warnings::add);
  }

  private static void print(OutputWriter writer, String text) {
    byte[] bytes = text.getBytes(UTF_8);
    writer.write(OutputRecord.OUT, "main", bytes, 0, bytes.length);
  }

  private PrunedOutput open() {
    return PrunedOutput.open(file, () -> needed);
  }

  private static List<String> texts(OutputLog log) {
    List<String> texts = new ArrayList<>();
    log.poll(record -> texts.add(new String(record.text(), StandardCharsets.UTF_8)));
    return texts;
  }

  private long blocks() throws IOException, InterruptedException {
    Process du = new ProcessBuilder("du", "-k", file.toString()).start();
    return Long.parseLong(new String(du.getInputStream().readAllBytes(), UTF_8).split("\t")[0]);
  }

  @Test
  void shouldRemoveWhatWasHandedOverAndIsNotNeeded() throws Exception {
    try (OutputWriter writer = writer(1, 0);
        PrunedOutput log = open()) {
      for (int i = 0; i < LINES; i++) {
        print(writer, LONG);
      }
      assertThat(texts(log)).hasSize(LINES);
      texts(log);
      assertThat(OutputBeginning.of(file).position()).as("all is needed").isZero();
      needed = RECORD * LINES / 2;
      texts(log);
      OutputBeginning beginning = OutputBeginning.of(file);
      assertThat(beginning.position())
          .isBetween(needed - PrunedOutput.GRAIN - RECORD, needed)
          .isPositive();
      long lines = beginning.position() / RECORD;
      assertThat(beginning.texts())
          .containsExactly(
              new OutputBeginning.Text("main", OutputRecord.OUT, lines * LONG.length(), lines));
      await().until(() -> blocks() < RECORD * LINES / 1024 * 3 / 4);
      print(writer, "last\n");
      assertThat(texts(log)).containsExactly("last\n");
    }
  }

  @Test
  void shouldNotBeginWithinALine() {
    try (OutputWriter writer = writer(1, 0);
        PrunedOutput log = open()) {
      print(writer, "begun, ");
      for (int i = 0; i < LINES; i++) {
        writer.write(OutputRecord.OUT, "other", LONG.getBytes(UTF_8), 0, LONG.length());
      }
      needed = writer.position();
      texts(log);
      texts(log);
      assertThat(OutputBeginning.of(file).position()).isZero();
    }
  }

  /** A stop, a restart from a checkpoint, a job that is resumed, another stop. */
  @Test
  void shouldGoOnWhereItBegins() {
    long checkpoint;
    List<Printed> before;
    try (OutputWriter writer = writer(1, 0)) {
      PrunedOutput log = open();
      PrintedOutput printed = new PrintedOutput(log, RANK, List.of());
      for (int i = 0; i < LINES; i++) {
        print(writer, LONG);
      }
      checkpoint = writer.position();
      needed = checkpoint;
      print(writer, "one\ntwo\n");
      assertThat(texts(printed)).hasSize(LINES + 1);
      print(writer, "three\n");
      assertThat(texts(printed)).containsExactly("three\n");
      before = printed.printed();
      assertThat(before)
          .containsExactly(
              new Printed(RANK, OutputRecord.OUT, (long) LINES * LONG.length() + 14, "main"));
      printed.close();
    }
    assertThat(OutputBeginning.of(file).position()).isPositive();
    try (OutputWriter writer = writer(2, checkpoint)) {
      PrintedOutput printed = new PrintedOutput(open(), RANK, before);
      assertThat(printed.printed()).isEqualTo(before);
      print(writer, "one\nTWO\nthree\nfour\n");
      assertThat(warnings).singleElement().asString().contains("as line " + (LINES + 2), "TWO");
      assertThat(texts(printed)).containsExactly("four\n");
      assertThat(printed.printed())
          .containsExactly(
              new Printed(RANK, OutputRecord.OUT, (long) LINES * LONG.length() + 19, "main"));
      printed.close();
    }
    // Of a launcher that was lost it is not known what it had printed: all that is there comes.
    try (PrintedOutput printed = new PrintedOutput(open(), RANK, List.of())) {
      assertThat(texts(printed))
          .endsWith("one\ntwo\n", "three\n", "four\n")
          .hasSizeLessThan(LINES / 2);
    }
    assertThatThrownBy(() -> writer(3, 0).close())
        .hasFieldOrPropertyWithValue("code", ErrorCode.LOG_DROPPED);
  }
}
