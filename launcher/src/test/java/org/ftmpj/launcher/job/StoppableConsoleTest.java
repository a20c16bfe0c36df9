package org.ftmpj.launcher.job;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import org.ftmpj.supervisor.console.Console;
import org.ftmpj.supervisor.console.OutputRecord;
import org.ftmpj.supervisor.console.OutputWriter;
import org.ftmpj.supervisor.record.StoppedRecord.Printed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoppableConsoleTest {
  private static final Printed TWO = new Printed(0, OutputRecord.OUT, 2, "main");
  private static final Printed FIVE = new Printed(0, OutputRecord.OUT, 5, "main");
  private static final Printed SIX = new Printed(0, OutputRecord.OUT, 6, "main");

  @TempDir Path directory;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @Test
  void shouldPrintWhatWasNotPrintedBeforeTheJobWasResumed() {
    StoppableConsole console = console(out, true);
    console.ended(0);
    assertThat(out.toString(UTF_8)).isEqualTo("cd\n");
    assertThat(console.printed()).containsExactly(FIVE);
  }

  @Test
  void shouldCountALineWithoutAnEndThatARankHasEndedWith() {
    StoppableConsole console = console(out, false);
    console.ended(0);
    assertThat(console.printed()).containsExactly(SIX);
    assertThat(out.toString(UTF_8)).isEqualTo("cd\ne");
  }

  @Test
  void shouldPrintSuchALineAlsoIfTheProgramEndedWhileItWasStopped() {
    StoppableConsole console = console(out, true);
    console.ended(0);
    console.allEnded();
    assertThat(out.toString(UTF_8)).isEqualTo("cd\ne");
    assertThat(console.printed()).containsExactly(SIX);
  }

  @Test
  void shouldKnowOfRanksWhoseEndWasNotTold() {
    StoppableConsole console = console(out, true);
    assertThat(console.printed()).containsExactly(FIVE);
    assertThat(out.toString(UTF_8)).isEqualTo("cd\n");
  }

  @Test
  void shouldHaveAllPrintedOnceMoreIfSomethingIsLost() {
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int one) throws IOException {
            throw new IOException("full");
          }
        };
    StoppableConsole console = console(full, true);
    console.ended(0);
    assertThat(console.printed()).containsExactly(TWO);
  }

  /**
   * Of a job whose rank 0 has written six bytes, the last one of a line without an end; two were
   * printed before the job was resumed.
   */
  private StoppableConsole console(OutputStream to, boolean stopped) {
    Path log = directory.resolve("0");
    try (OutputWriter writer = OutputWriter.open(log, 1, warning -> {})) {
      writer.write(OutputRecord.OUT, "main", "abcd\ne".getBytes(UTF_8), 0, 6);
    }
    StoppableConsole console =
        new StoppableConsole(new Console(to, to, false), List.of(TWO), () -> stopped, rank -> 0);
    console.follow(0, log);
    return console;
  }
}
