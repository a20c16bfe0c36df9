package org.ftmpj.supervisor.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.ftmpj.supervisor.record.StoppedRecord.Printed;
import org.junit.jupiter.api.Test;

class PrintedOutputTest {
  private static final int RANK = 3;
  private final List<OutputRecord> records = new ArrayList<>();

  /** The log of the rank, from its beginning. */
  private final class Log implements OutputLog {
    private int read;

    @Override
    public int poll(Consumer<OutputRecord> sink) {
      int from = read;
      read = records.size();
      records.subList(from, read).forEach(sink);
      return read - from;
    }

    @Override
    public void close() {}
  }

  @Test
  void shouldHandOverEachByteOnceHoweverOftenTheJobIsStopped() {
    write("main", OutputRecord.OUT, "one\ntw");
    write("other", OutputRecord.OUT, "a\n");
    PrintedOutput first = new PrintedOutput(new Log(), RANK, List.of());
    assertThat(poll(first)).containsExactly("main 1 one\ntw", "other 1 a\n");
    assertThat(first.printed())
        .containsExactly(
            new Printed(RANK, OutputRecord.OUT, 6, "main"),
            new Printed(RANK, OutputRecord.OUT, 2, "other"));

    write("main", OutputRecord.OUT, "o\nthr");
    write("main", OutputRecord.ERR, "e\n");
    PrintedOutput second = new PrintedOutput(new Log(), RANK, first.printed());
    assertThat(poll(second)).containsExactly("main 1 o\nthr", "main 2 e\n");

    PrintedOutput third = new PrintedOutput(new Log(), RANK, second.printed());
    assertThat(third.printed()).as("stopped before anything was read").isEqualTo(second.printed());
    assertThat(poll(third)).isEmpty();
    assertThat(third.printed()).isEqualTo(second.printed());
    write("main", OutputRecord.OUT, "ee\n");
    assertThat(poll(third)).containsExactly("main 1 ee\n");
  }

  @Test
  void shouldKnowOnlyWhatItsRankHasPrinted() {
    write("main", OutputRecord.OUT, "one\n");
    Printed others = new Printed(RANK + 1, OutputRecord.OUT, 4, "main");
    PrintedOutput output = new PrintedOutput(new Log(), RANK, List.of(others));
    assertThat(poll(output)).containsExactly("main 1 one\n");
  }

  private void write(String thread, int stream, String text) {
    records.add(new OutputRecord(1, stream, false, thread, text.getBytes(UTF_8)));
  }

  private static List<String> poll(PrintedOutput output) {
    List<String> handed = new ArrayList<>();
    output.poll(
        record ->
            handed.add(
                record.thread() + " " + record.stream() + " " + new String(record.text(), UTF_8)));
    return handed;
  }
}
