package org.ftmpj.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TerminalTest {
  /** As {@code java.io.Console} is since Java 22. */
  public record Newer(boolean isTerminal) {}

  @Test
  void shouldAskAConsoleThatCanTell() {
    assertThat(Terminal.isOne(Newer.class, new Newer(true))).isTrue();
    assertThat(Terminal.isOne(Newer.class, new Newer(false))).isFalse();
  }

  @Test
  void shouldTakeAConsoleForATerminalThatIsThereOnlyThen() {
    assertThat(Terminal.isOne(List.class, List.of())).isTrue();
    assertThat(Terminal.isOne(List.class, null)).isFalse();
  }
}
