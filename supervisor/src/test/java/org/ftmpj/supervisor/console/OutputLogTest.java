package org.ftmpj.supervisor.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutputLogTest {
  @TempDir Path directory;
  private Path file;
  private final List<String> warnings = new ArrayList<>();

  @BeforeEach
  void name() {
    file = directory.resolve("0");
  }

  @Test
  void shouldHandOverWhatWasWrittenInOrder() {
    try (OutputWriter writer = open(1)) {
      print(writer, "main", "a\n");
      writer.write(OutputRecord.ERR, "main", bytes("..oops.."), 2, 4);
      print(writer, "main", "b\n");
      assertThat(all()).containsExactly("1 out main a\n", "1 err main oops", "1 out main b\n");
      assertThat(writer.dropped()).isZero();
      assertThat(writer.hasUnrepeated("main")).isFalse();
    }
  }

  @Test
  void shouldWaitForAFileThatIsNotThereYet() {
    try (OutputReader reader = OutputReader.open(file, 0)) {
      assertThat(reader.poll(record -> {})).isZero();
      try (OutputWriter writer = open(1)) {
        print(writer, "main", "x");
        assertThat(reader.poll(record -> {})).isEqualTo(1);
        assertThat(reader.poll(record -> {})).isZero();
      }
    }
  }

  @Test
  void shouldGoOnFromAPosition() {
    try (OutputWriter writer = open(1);
        OutputReader first = OutputReader.open(file, 0)) {
      print(writer, "main", "a");
      first.poll(record -> {});
      print(writer, "main", "b");
      assertThat(from(first.position())).containsExactly("1 out main b");
    }
  }

  @Test
  void shouldExpectOnlyWhatCameAfterTheCheckpoint() {
    long checkpoint;
    try (OutputWriter writer = open(1)) {
      print(writer, "main", "one\n", "tw");
      checkpoint = writer.position();
      print(writer, "main", "o\n", "three\n");
    }
    try (OutputWriter writer = OutputWriter.open(file, 2, checkpoint, warnings::add)) {
      assertThat(writer.hasUnrepeated("main")).isTrue();
      print(writer, "main", "o\n", "three\n");
      assertThat(writer.hasUnrepeated("main")).isFalse();
      assertThat(writer.dropped()).isEqualTo(8);
      print(writer, "main", "four\n");
    }
    assertThat(all())
        .containsExactly(
            "1 out main one\n",
            "1 out main tw",
            "1 out main o\n",
            "1 out main three\n",
            "2 out main four\n");
    assertThat(warnings).isEmpty();
  }

  @Test
  void shouldBeginALineOnceMoreThatBeganBeforeTheCheckpoint() {
    long checkpoint;
    try (OutputWriter writer = open(1)) {
      print(writer, "main", "ab");
      checkpoint = writer.position();
      print(writer, "main", "c1");
    }
    try (OutputWriter writer = OutputWriter.open(file, 2, checkpoint, warnings::add)) {
      print(writer, "main", "c2\n");
      assertThat(warnings).hasSize(1);
    }
    try (OutputWriter writer = OutputWriter.open(file, 3, checkpoint, warnings::add)) {
      assertThat(writer.hasUnrepeated("main")).isTrue();
      print(writer, "main", "c2\n");
      assertThat(writer.hasUnrepeated("main")).isFalse();
    }
    assertThat(all()).last().asString().isEqualTo("2 out main (again) abc2\n");
    assertThat(warnings).hasSize(1);
  }

  @Test
  void shouldRefuseALogThatIsShorterThanAtTheCheckpoint() {
    long checkpoint;
    try (OutputWriter writer = open(1)) {
      print(writer, "main", "ab");
      checkpoint = writer.position() + 1;
    }
    assertThatThrownBy(() -> OutputWriter.open(file, 2, checkpoint, warnings::add))
        .isInstanceOfSatisfying(
            FtmpjException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LOG_CORRUPT));
  }

  @Test
  void shouldNotPrintAgainWhatTheDeadIncarnationPrinted() {
    try (OutputWriter writer = open(1)) {
      print(writer, "main", "one\n", "two\n");
    }
    try (OutputWriter writer = open(2)) {
      assertThat(writer.hasUnrepeated("main")).isTrue();
      print(writer, "main", "one\n");
      assertThat(writer.hasUnrepeated("main")).isTrue();
      print(writer, "main", "two\n");
      assertThat(writer.hasUnrepeated("main")).isFalse();
      print(writer, "main", "three\n");
      assertThat(writer.dropped()).isEqualTo(8);
    }
    assertThat(text("main")).isEqualTo("one\ntwo\nthree\n");
    assertThat(warnings).isEmpty();
  }

  @Test
  void shouldRecogniseTheSameTextInOtherPieces() {
    String text = "It does not matter how the bytes are split into writes.\n".repeat(50);
    Random random = new Random(20261120);
    for (int incarnation = 1; incarnation <= 6; incarnation++) {
      int end = incarnation < 6 ? text.length() * incarnation / 6 : text.length();
      try (OutputWriter writer = open(incarnation)) {
        for (int at = 0; at < end; ) {
          int next = Math.min(end, at + 1 + random.nextInt(37));
          print(writer, "main", text.substring(at, next));
          at = next;
        }
      }
    }
    assertThat(text("main")).isEqualTo(text);
    assertThat(warnings).isEmpty();
  }

  @Test
  void shouldKeepTheFirstTextAndWarnOnceWhenReExecutionDiffers() {
    try (OutputWriter writer = open(1)) {
      print(writer, "main", "time 17\n", "time 18\n");
    }
    try (OutputWriter writer = open(2)) {
      print(writer, "main", "time 19\n", "time 20\n", "end\n");
    }
    assertThat(text("main")).isEqualTo("time 17\ntime 18\nend\n");
    assertThat(warnings).singleElement().asString().contains("time 19", "incarnation 2");
  }

  @Test
  void shouldKeepStepWhenALineHasAnotherLength() {
    try (OutputWriter writer = open(1)) {
      print(writer, "main", "in result.txt\n", "in result01.txt\n", "sum ", "42\n");
    }
    try (OutputWriter writer = open(2)) {
      print(writer, "main", "in result02", ".txt\nin a\nsum 42");
      assertThat(writer.hasUnrepeated("main")).isTrue();
      print(writer, "main", "\nend\n");
      assertThat(writer.hasUnrepeated("main")).isFalse();
    }
    assertThat(text("main")).isEqualTo("in result.txt\nin result01.txt\nsum 42\nend\n");
    assertThat(warnings)
        .containsExactly(
            "incarnation 2 wrote 'in result02' as line 1 of standard output (thread main), where"
                + " an earlier incarnation wrote 'in result.txt'; the earlier text stands");
  }

  @Test
  void shouldDropTheRestOfALongerLineAlsoWhenNothingElseIsHeld() {
    try (OutputWriter writer = open(1)) {
      print(writer, "main", "result.txt\n");
    }
    try (OutputWriter writer = open(2)) {
      print(writer, "main", "result", "01", ".t");
      assertThat(writer.hasUnrepeated("main")).isFalse();
      print(writer, "main", "xt\n", "next\n");
    }
    assertThat(text("main")).isEqualTo("result.txt\nnext\n");
  }

  /** A line that had no end cannot be completed by the rest of another line. */
  @Test
  void shouldBeginALineOnceMoreThatTheRankDiedIn() {
    try (OutputWriter writer = open(1)) {
      print(writer, "main", "one\n", "result01", ".tx");
    }
    try (OutputWriter writer = open(2)) {
      print(writer, "main", "one\n", "res", "ult.txt\n", "next\n");
      assertThat(writer.dropped()).isEqualTo(10);
    }
    assertThat(all())
        .containsExactly(
            "1 out main one\n",
            "1 out main result01",
            "1 out main .tx",
            "2 out main (again) result.txt\n",
            "2 out main next\n");
    assertThat(warnings)
        .singleElement()
        .asString()
        .contains("line 2", "'result.txt'", "'result01.tx'", "printed as it is now");
    warnings.clear();
    try (OutputWriter writer = open(3)) {
      print(writer, "main", "one\nresult.txt\nnext\nlast\n");
      assertThat(writer.dropped()).isEqualTo(20);
    }
    assertThat(warnings).isEmpty();
    assertThat(text("main")).endsWith("next\nlast\n");
  }

  @Test
  void shouldCompareEachThreadAndStreamOnItsOwn() {
    try (OutputWriter writer = open(1)) {
      print(writer, "a", "a1 ");
      print(writer, "b", "b1 ");
      writer.write(OutputRecord.ERR, "a", bytes("e1 "), 0, 3);
    }
    try (OutputWriter writer = open(2)) {
      writer.write(OutputRecord.ERR, "a", bytes("e1 e2 "), 0, 6);
      print(writer, "b", "b1 ", "b2 ");
      assertThat(writer.hasUnrepeated("a")).isTrue();
      assertThat(writer.hasUnrepeated("b")).isFalse();
      print(writer, "a", "a1 ", "a2 ");
    }
    assertThat(text("a")).isEqualTo("a1 e1 e2 a2 ");
    assertThat(text("b")).isEqualTo("b1 b2 ");
    assertThat(warnings).isEmpty();
  }

  @Test
  void shouldCutOffATornRecordWhereverItWasTorn() throws Exception {
    try (OutputWriter writer = open(1)) {
      print(writer, "main", "whole\n");
    }
    long whole = Files.size(file);
    try (OutputWriter writer = open(2)) {
      print(writer, "main", "whole\n", "torn and longer than what follows\n");
    }
    byte[] both = Files.readAllBytes(file);
    for (int end = (int) whole; end < both.length; end++) {
      Files.write(file, Arrays.copyOf(both, end));
      try (OutputReader reader = OutputReader.open(file, 0)) {
        assertThat(reader.poll(record -> {})).isEqualTo(1);
        try (OutputWriter writer = open(3)) {
          print(writer, "main", "whole\n", "new\n");
          assertThat(writer.dropped()).isEqualTo(6);
        }
        List<String> read = new ArrayList<>();
        reader.poll(record -> read.add(show(record)));
        assertThat(read).as("torn at %d", end).containsExactly("3 out main new\n");
      }
    }
    assertThat(warnings).isEmpty();
  }

  @Test
  void shouldSplitWhatIsTooLargeForOneRecord() {
    byte[] large = new byte[3 * OutputRecord.MAX_TEXT + 5];
    new Random(7).nextBytes(large);
    try (OutputWriter writer = open(1)) {
      writer.write(OutputRecord.OUT, "main", large, 0, large.length);
      writer.write(OutputRecord.OUT, "main", large, 0, 0);
    }
    try (OutputWriter writer = open(2)) {
      writer.write(OutputRecord.OUT, "main", large, 0, large.length);
      assertThat(writer.dropped()).isEqualTo(large.length);
    }
    var read = new ByteArrayOutputStream();
    try (OutputReader reader = OutputReader.open(file, 0)) {
      assertThat(reader.poll(record -> read.writeBytes(record.text()))).isEqualTo(4);
    }
    assertThat(read.toByteArray()).isEqualTo(large);
    assertThat(warnings).isEmpty();
  }

  @Test
  void shouldRefuseADamagedRecord() throws Exception {
    try (OutputWriter writer = open(1)) {
      print(writer, "main", "first\n", "second\n");
    }
    try (RandomAccessFile damaged = new RandomAccessFile(file.toFile(), "rw")) {
      damaged.seek(22);
      damaged.write('X');
    }
    assertCode(ErrorCode.LOG_CORRUPT, () -> open(2).close());
    try (OutputReader reader = OutputReader.open(file, 0)) {
      assertThat(reader.poll(record -> {})).isZero();
      assertCode(ErrorCode.LOG_CORRUPT, () -> reader.poll(record -> {}));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2, 127})
  void shouldRefuseAnotherVersion(int version) throws Exception {
    byte[] record = new byte[64];
    record[0] = (byte) version;
    Files.write(file, record);
    assertCode(ErrorCode.LOG_VERSION, () -> open(1).close());
  }

  @Test
  void shouldSayWhereItCannotWrite() {
    Path nowhere = directory.resolve("missing/0");
    assertThatThrownBy(() -> OutputWriter.open(nowhere, 1, warnings::add))
        .hasMessageContaining("FTMPJ-1301")
        .hasMessageContaining(nowhere.toString());
  }

  @Test
  void shouldGoOnWritingAfterTheThreadWasInterrupted() {
    try (OutputWriter writer = open(1)) {
      Thread.currentThread().interrupt();
      print(writer, "main", "a");
      print(writer, "main", "b");
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(text("main")).isEqualTo("ab");
  }

  @Test
  void shouldServeAReaderWhileSeveralThreadsWriteAndIncarnationsChange() throws Exception {
    int threads = 4;
    int lines = 500;
    Map<String, StringBuilder> read = new TreeMap<>();
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try (OutputReader reader = OutputReader.open(file, 0)) {
      for (int incarnation = 1; incarnation <= 3; incarnation++) {
        int end = lines * incarnation / 3;
        try (OutputWriter writer = open(incarnation)) {
          List<Future<?>> running = new ArrayList<>();
          for (int t = 0; t < threads; t++) {
            String name = "t" + t;
            running.add(pool.submit(() -> printLines(writer, name, end)));
          }
          while (!running.stream().allMatch(Future::isDone)) {
            reader.poll(record -> collect(record, read));
          }
          for (Future<?> future : running) {
            future.get();
          }
        }
        Files.write(file, new byte[] {1, 1, 0}, StandardOpenOption.APPEND);
        reader.poll(record -> collect(record, read));
      }
    } finally {
      pool.shutdownNow();
    }
    var expected = new StringBuilder();
    for (int i = 0; i < lines; i++) {
      expected.append("line ").append(i).append('\n');
    }
    assertThat(read).hasSize(threads);
    read.values().forEach(text -> assertThat(text).hasToString(expected.toString()));
    assertThat(warnings).isEmpty();
  }

  private static void printLines(OutputWriter writer, String thread, int end) {
    for (int i = 0; i < end; i++) {
      print(writer, thread, "line " + i + "\n");
    }
  }

  private static void collect(OutputRecord record, Map<String, StringBuilder> into) {
    into.computeIfAbsent(record.thread(), thread -> new StringBuilder())
        .append(new String(record.text(), UTF_8));
  }

  private OutputWriter open(int incarnation) {
    return OutputWriter.open(file, incarnation, warnings::add);
  }

  private static void print(OutputWriter writer, String thread, String... texts) {
    for (String text : texts) {
      writer.write(OutputRecord.OUT, thread, bytes(text), 0, bytes(text).length);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private List<String> all() {
    return from(0);
  }

  private List<String> from(long position) {
    List<String> records = new ArrayList<>();
    try (OutputReader reader = OutputReader.open(file, position)) {
      reader.poll(record -> records.add(show(record)));
    }
    return records;
  }

  private String text(String thread) {
    Map<String, StringBuilder> texts = new TreeMap<>();
    try (OutputReader reader = OutputReader.open(file, 0)) {
      reader.poll(record -> collect(record, texts));
    }
    return texts.get(thread).toString();
  }

  private static String show(OutputRecord record) {
    return record.incarnation()
        + (record.stream() == OutputRecord.OUT ? " out " : " err ")
        + record.thread()
        + (record.restartsLine() ? " (again) " : " ")
        + new String(record.text(), UTF_8);
  }

  private static void assertCode(ErrorCode code, Runnable action) {
    assertThatThrownBy(action::run)
        .isInstanceOfSatisfying(FtmpjException.class, e -> assertThat(e.code()).isEqualTo(code));
  }
}
