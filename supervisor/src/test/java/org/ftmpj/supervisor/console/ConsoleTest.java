package org.ftmpj.supervisor.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.ftmpj.supervisor.console.Console.NOTICE_PATIENCE_NS;
import static org.ftmpj.supervisor.console.Console.PART_NS;
import static org.ftmpj.supervisor.console.Console.PATIENCE_NS;
import static org.ftmpj.supervisor.console.Console.RECOVERY_PATIENCE_NS;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.ftmpj.supervisor.record.StoppedRecord.Printed;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConsoleTest {
  @TempDir Path directory;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final List<RuntimeException> failures = new CopyOnWriteArrayList<>();
  private final AtomicLong nowNs = new AtomicLong();
  private Console console = new Console(out, err, false);
  private int logs;

  @AfterEach
  void close() {
    console.close();
  }

  @Test
  void shouldPrintWholeLinesOfEachRank() {
    raw(0, 1, "first ");
    raw(1, 1, "other\nsec");
    raw(0, 1, "half\n");
    assertThat(out()).isEqualTo("other\nfirst half\n");
    raw(1, 1, "ond\n\n");
    assertThat(out()).isEqualTo("other\nfirst half\nsecond\n\n");
    assertThat(err.size()).isZero();
  }

  @Test
  void shouldPrintTheRestOfARankThatEnded() {
    raw(0, 1, "no end");
    raw(0, 2, "error");
    console.ended(1);
    assertThat(out()).isEmpty();
    console.ended(0);
    console.ended(0);
    assertThat(out()).isEqualTo("no end");
    assertThat(err.toString(UTF_8)).isEqualTo("error");
  }

  /** Who resumes the job prints it whole. */
  @Test
  void shouldLeaveALineWithoutAnEndOfARankThatIsStopped() {
    Printed left = new Printed(0, OutputRecord.OUT, 2, "main");
    for (boolean label : new boolean[] {false, true}) {
      begin(label);
      follow("main", "whole\npa").close();
      assertThat(console.stopped(0)).containsExactly(left);
      assertThat(console.stopped(0)).containsExactly(left);
      raw(1, 1, "other");
      console.start(failures::add);
      nowNs.addAndGet(PART_NS);
      await().until(() -> out().endsWith("other"));
      assertThat(out()).isEqualTo(label ? "[0] whole\n[1] other" : "whole\nother");
      console.close();
    }
  }

  @Test
  void shouldPrintTheLineAfterAllIfTheRankHasEnded() {
    follow("main", "whole\npa").close();
    console.stopped(0);
    assertThat(out()).isEqualTo("whole\n");
    console.ended(0);
    assertThat(out()).isEqualTo("whole\npa");
    assertThat(console.stopped(0)).isEmpty();
  }

  /** Who resumes the job prints the rest of it. */
  @Test
  void shouldShowALineOfARankThatIsStoppedIfItsBeginningIsShown() {
    for (boolean label : new boolean[] {false, true}) {
      begin(label);
      try (OutputWriter writer = follow("main", "be")) {
        console.start(failures::add);
        // It is taken at some time, and shown later.
        await()
            .until(
                () -> {
                  nowNs.addAndGet(PART_NS);
                  return out().endsWith("be");
                });
        write(writer, "main", "gun");
      }
      assertThat(console.stopped(0)).isEmpty();
      assertThat(out()).isEqualTo(label ? "[0] begun\n" : "begun");
      console.close();
    }
  }

  @Test
  void shouldShowALineOfSeveralThreadsOfARankThatIsStopped() {
    try (OutputWriter writer = follow("main", "of ")) {
      write(writer, "other", "both");
    }
    assertThat(console.stopped(0)).isEmpty();
    assertThat(out()).isEqualTo("of both");
  }

  private void begin(boolean label) {
    out.reset();
    console = new Console(out, err, false, label, nowNs::get);
  }

  /** Has the console follow a log of rank 0 that begins so. */
  private OutputWriter follow(String thread, String text) {
    Path log = directory.resolve("log" + logs++);
    OutputWriter writer = OutputWriter.open(log, 1, warning -> {});
    write(writer, thread, text);
    console.follow(0, log);
    return writer;
  }

  @Test
  void shouldLabelEachLine() {
    console = new Console(out, err, true);
    raw(3, 1, "a\nb\nc");
    console.ended(3);
    raw(Console.LAUNCHER, 1, "helper\n");
    assertThat(out()).isEqualTo("[3] a\n[3] b\n[3] c\nhelper\n");
  }

  @Test
  void shouldPassALineOnThatIsTooLongToKeep() {
    raw(0, 1, "x".repeat(Lines.LONGEST));
    assertThat(out()).hasSize(Lines.LONGEST);
  }

  @Test
  void shouldFollowTheOutputLogsWhileTheyAreWritten() {
    Path log = directory.resolve("0");
    console.follow(0, log);
    console.start(failures::add);
    try (OutputWriter writer = OutputWriter.open(log, 1, warning -> {})) {
      write(writer, OutputRecord.OUT, "one\n");
      await().until(() -> out().equals("one\n"));
      write(writer, OutputRecord.ERR, "two\n");
      await().until(() -> err.toString(UTF_8).equals("two\n"));
      write(writer, OutputRecord.OUT, "three");
    }
    console.ended(0);
    assertThat(out()).isEqualTo("one\nthree");
    assertThat(failures).isEmpty();
  }

  @Test
  void shouldKeepTheBeginningOfALineForTheThreadThatDiedInIt() {
    Path log = directory.resolve("0");
    console.follow(0, log);
    try (OutputWriter first = OutputWriter.open(log, 1, warning -> {})) {
      write(first, "worker", "the worker's ");
    }
    try (OutputWriter second = OutputWriter.open(log, 2, warning -> {})) {
      write(second, "main", "main's line\n");
      write(second, "other", "the other's ");
    }
    try (OutputWriter third = OutputWriter.open(log, 3, warning -> {})) {
      write(third, "main", "main's line\nand another\n");
      write(third, "worker", "the worker's line\n");
    }
    console.ended(0);
    assertThat(out()).isEqualTo("main's line\nand another\nthe worker's line\nthe other's ");
  }

  /** What it had begun may be known to be wrong before it is seen. */
  @Test
  void shouldNotPrintALineThatWasGivenUp() {
    Path log = directory.resolve("0");
    console.follow(0, log);
    try (OutputWriter first = OutputWriter.open(log, 1, warning -> {})) {
      write(first, "main", "result01.t");
    }
    console.notice("rank 0 died");
    try (OutputWriter second = OutputWriter.open(log, 2, warning -> {})) {
      write(second, "main", "result.txt\n");
    }
    console.ended(0);
    assertThat(out()).isEqualTo("result.txt\n");
  }

  @Test
  void shouldKeepTheOrderOfBothStreamsOfARank() {
    console = new Console(out, out, true, true, nowNs::get);
    Path log = directory.resolve("0");
    console.follow(0, log);
    try (OutputWriter writer = OutputWriter.open(log, 1, warning -> {})) {
      write(writer, OutputRecord.OUT, "1\n");
      write(writer, OutputRecord.ERR, "2\n3\n");
      write(writer, OutputRecord.OUT, "4\n");
      write(writer, OutputRecord.ERR, "5\n");
    }
    console.ended(0);
    assertThat(out()).isEqualTo("[0] 1\n[0] 2\n[0] 3\n[0] 4\n[0] 5\n");
  }

  @Test
  void shouldPrintTheBeginningOfALineAfterAShortTime() {
    console = new Console(out, err, false, true, nowNs::get);
    raw(0, 1, "working ");
    console.start(failures::add);
    nowNs.addAndGet(PART_NS - 1);
    raw(1, 1, "whole\n");
    assertThat(out()).isEqualTo("[1] whole\n");
    nowNs.addAndGet(1);
    await().until(() -> out().endsWith("[0] working "));
    raw(0, 1, "..");
    nowNs.addAndGet(PART_NS);
    await().until(() -> out().endsWith("[0] working .."));
    raw(0, 1, ". done\nnext");
    assertThat(out()).isEqualTo("[1] whole\n[0] working ... done\n");
    console.ended(0);
    assertThat(out()).isEqualTo("[1] whole\n[0] working ... done\n[0] next\n");
  }

  @Test
  void shouldNotEndALineTwice() {
    console = new Console(out, err, false, true, nowNs::get);
    console.start(failures::add);
    raw(0, 1, "last of 0");
    nowNs.addAndGet(PART_NS);
    await().until(() -> out().equals("[0] last of 0"));
    raw(1, 1, "last of 1");
    console.ended(1);
    console.ended(0);
    assertThat(out()).isEqualTo("[0] last of 0\n[1] last of 1\n");
    raw(2, 1, "broken");
    nowNs.addAndGet(PART_NS);
    await().until(() -> out().endsWith("\n[2] broken"));
    nowNs.addAndGet(PATIENCE_NS);
    raw(3, 1, "late\n");
    raw(2, 1, "\n");
    assertThat(out()).endsWith("[2] broken\n[3] late\n");
  }

  @Test
  void shouldLetOthersWaitForTheEndOfALineButNotForLong() {
    console = new Console(out, err, false, true, nowNs::get);
    Path log = directory.resolve("1");
    console.follow(1, log);
    console.start(failures::add);
    try (OutputWriter writer = OutputWriter.open(log, 1, warning -> {})) {
      raw(0, 1, "prompt: ");
      nowNs.addAndGet(PART_NS);
      await().until(() -> out().equals("[0] prompt: "));
      write(writer, OutputRecord.OUT, "other\n");
      raw(0, 1, "answer\nprompt: ");
      await().until(() -> out().equals("[0] prompt: answer\n[1] other\n"));
      nowNs.addAndGet(PART_NS);
      await().until(() -> out().endsWith("[0] prompt: "));
      write(writer, OutputRecord.OUT, "third\n");
      nowNs.addAndGet(PATIENCE_NS);
      await().until(() -> out().endsWith("[0] prompt: \n[1] third\n"));
      raw(0, 1, "late\n");
      assertThat(out()).endsWith("[0] prompt: \n[1] third\n[0] late\n");
    }
  }

  /**
   * A kill between the two halves of a line leaves one line, also where notices stand beside it.
   */
  @Test
  void shouldNotBreakTheLineInWhichARankDied() {
    console = new Console(out, out, true, false, nowNs::get);
    Path log = directory.resolve("0");
    console.follow(0, log);
    console.start(failures::add);
    try (OutputWriter writer = OutputWriter.open(log, 1, warning -> {})) {
      write(writer, "main", "round 7: ");
    }
    console.died(0);
    console.notice("rank 0 died");
    nowNs.addAndGet(PATIENCE_NS);
    raw(1, 1, "another\n");
    await().until(() -> out().endsWith("another\n"));
    console.notice("rank 0 recovered");
    console.recovered(0);
    try (OutputWriter writer = OutputWriter.open(log, 2, warning -> {})) {
      write(writer, "main", "round 7: 42\n");
    }
    await().until(() -> out().contains("42"));
    assertThat(out().lines())
        .containsExactly("ftmpj: rank 0 died", "another", "ftmpj: rank 0 recovered", "round 7: 42");
  }

  /** Its beginning was shown before: the program stood still within the line. */
  @Test
  void shouldWaitLongerForALineWhoseRankRecovers() throws IOException {
    console = new Console(out, err, false, true, nowNs::get);
    Path log = directory.resolve("0");
    console.follow(0, log);
    console.start(failures::add);
    try (OutputWriter writer = OutputWriter.open(log, 1, warning -> {})) {
      write(writer, "main", "lap ");
    }
    await()
        .until(
            () -> {
              nowNs.addAndGet(PART_NS); // Again, if it had not been read before.
              return out().equals("[0] lap ");
            });
    console.died(0);
    nowNs.addAndGet(PATIENCE_NS);
    raw(1, 1, "another\n");
    assertThat(out()).isEqualTo("[0] lap ");
    console.recovered(0);
    raw(1, 1, "third\n");
    assertThat(out()).isEqualTo("[0] lap ");
    try (OutputWriter writer = OutputWriter.open(log, 2, warning -> {})) {
      write(writer, "main", "lap 1\n");
    }
    await().until(() -> out().equals("[0] lap 1\n[1] another\n[1] third\n"));
  }

  @Test
  void shouldNotWaitForALineWhoseRankDoesNotRecoverForEver() throws IOException {
    console = new Console(out, err, false, true, nowNs::get);
    console.start(failures::add);
    raw(0, 1, "lap ");
    nowNs.addAndGet(PART_NS);
    await().until(() -> out().equals("[0] lap "));
    console.died(0);
    raw(1, 1, "another\n");
    assertThat(out()).isEqualTo("[0] lap ");
    nowNs.addAndGet(RECOVERY_PATIENCE_NS);
    await().until(() -> out().equals("[0] lap \n[1] another\n"));
  }

  @Test
  void shouldLetNoticesWaitForTheEndOfALineButNotForLong() {
    console = new Console(out, out, true, false, nowNs::get);
    console.start(failures::add);
    raw(0, 1, "begun ");
    nowNs.addAndGet(PART_NS);
    await().until(() -> out().equals("begun "));
    console.notice("rank 1 died");
    raw(0, 1, "and ended\nbegun again");
    await().until(() -> out().contains("died"));
    nowNs.addAndGet(PART_NS);
    await().until(() -> out().endsWith("begun again"));
    console.notice("rank 1 recovered");
    console.notice("rank 2 died");
    assertThat(out()).isEqualTo("begun and ended\nftmpj: rank 1 died\nbegun again");
    nowNs.addAndGet(NOTICE_PATIENCE_NS);
    await()
        .until(() -> out().endsWith("begun again\nftmpj: rank 1 recovered\nftmpj: rank 2 died\n"));
    raw(0, 1, "more\nbegun");
    nowNs.addAndGet(PART_NS);
    await().until(() -> out().endsWith("more\nbegun"));
    console.notice("the job ended");
    console.ended(0);
    console.close();
    assertThat(out()).endsWith("more\nbegun\nftmpj: the job ended\n");
  }

  @Test
  void shouldPrintANoticeAfterWhatCameBefore() {
    Path log = directory.resolve("0");
    console.follow(0, log);
    try (OutputWriter writer = OutputWriter.open(log, 1, warning -> {})) {
      write(writer, OutputRecord.ERR, "before\n");
      console.notice("rank 0 died");
    }
    assertThat(err.toString(UTF_8)).isEqualTo("before\nftmpj: rank 0 died\n");
  }

  @Test
  void shouldSayThatALogCannotBeRead() throws Exception {
    Path log = Files.write(directory.resolve("0"), new byte[100]);
    console.follow(0, log);
    console.start(failures::add);
    await().until(() -> !failures.isEmpty());
    assertThat(failures.get(0)).hasMessageContaining("FTMPJ-1303").hasMessageContaining("" + log);
  }

  @Test
  void shouldGoOnWhenNobodyReadsAndSaySoOnce() {
    OutputStream closed =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("Broken pipe");
          }
        };
    console = new Console(closed, err, false);
    List<String> losses = new ArrayList<>();
    console.onLoss(loss -> losses.add(loss.getMessage()));
    assertThat(console.loss()).isEmpty();
    raw(0, 1, "lost\n");
    raw(0, 1, "lost, too\n");
    assertThat(losses).hasSize(1);
    assertThat(losses.get(0)).contains("FTMPJ-1612: ", "(Broken pipe)");
    assertThat(console.loss()).isPresent();
    raw(0, 2, "seen\n");
    assertThat(err.toString(UTF_8)).isEqualTo("seen\n");
  }

  private void raw(int rank, int stream, String text) {
    byte[] bytes = text.getBytes(UTF_8);
    console.raw(rank, stream, bytes, bytes.length);
  }

  private static void write(OutputWriter writer, String thread, String text) {
    byte[] bytes = text.getBytes(UTF_8);
    writer.write(OutputRecord.OUT, thread, bytes, 0, bytes.length);
  }

  private static void write(OutputWriter writer, int stream, String text) {
    byte[] bytes = text.getBytes(UTF_8);
    writer.write(stream, "main", bytes, 0, bytes.length);
  }

  private String out() {
    return out.toString(UTF_8);
  }
}
