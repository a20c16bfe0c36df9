package org.ftmpj.supervisor.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrintedTextTest {
  private PrintedText text = new PrintedText(0);

  /** What is printed of it; a line that is begun once more is marked. */
  private String add(String piece, boolean restartsLine) {
    OutputRecord added =
        text.add(
            new OutputRecord(1, OutputRecord.OUT, restartsLine, "main", piece.getBytes(UTF_8)));
    return added == null
        ? ""
        : (added.restartsLine() ? "again:" : "") + new String(added.text(), UTF_8);
  }

  private String add(String piece) {
    return add(piece, false);
  }

  @Test
  void shouldPrintEachByteOnceWhateverThePieces() {
    assertThat(add("one\ntw")).isEqualTo("one\ntw");
    text.repeat();
    assertThat(add("o")).isEmpty();
    assertThat(add("ne\ntwo\n")).isEqualTo("o\n");
    assertThat(add("three")).isEqualTo("three");
    text.repeat();
    assertThat(add("one\ntwo\nthree")).isEmpty();
    assertThat(add("\n")).isEqualTo("\n");
  }

  @Test
  void shouldKnowWhatWasPrintedWhenItIsLostAgainBeforeItCameThere() {
    add("one\ntwo\n");
    text.repeat();
    assertThat(add("one\n")).isEmpty();
    text.repeat();
    assertThat(add("one\ntwo\nthree\n")).isEqualTo("three\n");
  }

  @Test
  void shouldCountALineThatWasBegunOnceMoreOnce() {
    add("one\ntw");
    assertThat(add("two\n", true)).isEqualTo("again:two\n");
    text.repeat();
    assertThat(add("one\ntwo\nthree\n")).isEqualTo("three\n");
  }

  @Test
  void shouldBeginALineOnceMoreIfAPartOfItWasPrinted() {
    add("one\ntw");
    text.repeat();
    assertThat(add("one\ntwo an")).isEqualTo("o an");
    // The rank dies where it is now.
    assertThat(add("two and three\n", true)).isEqualTo("again:two and three\n");
  }

  @Test
  void shouldNotBeginALineOnceMoreThatWasPrintedBefore() {
    add("one\ntwo\n");
    text.repeat();
    assertThat(add("on")).isEmpty();
    assertThat(add("one\n", true)).isEmpty();
    assertThat(add("two\nthree\n")).isEqualTo("three\n");
  }

  @Test
  void shouldNotPrintTheLinesThatAnotherCoordinatorHasPrinted() {
    add("one\ntwo");
    assertThat(text.lines()).isEqualTo(4);
    text = new PrintedText(text.lines());
    assertThat(add("one\ntw")).isEqualTo("tw");
    assertThat(add("o\n")).isEqualTo("o\n");
    assertThat(text.lines()).isEqualTo(8);
    text.repeat();
    assertThat(add("one\n")).isEmpty();
    assertThat(text.lines()).isEqualTo(8);
  }
}
