package org.ftmpj.launcher.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ShellStarterTest {
  private static final List<String> COMMAND = List.of("/my ftmpj", "hostd", "-D", "ft.x='y'");

  @Test
  void shouldLetSshAskNothing() {
    assertThat(ShellStarter.words(ShellStarter.SSH, "a", List.of("hostd")))
        .containsExactly("ssh", "-o", "BatchMode=yes", "a", "hostd");
  }

  @Test
  void shouldQuoteForTheShellThatSshCallsWhateverOptionsItHas() {
    assertThat(ShellStarter.words(List.of("/usr/bin/ssh", "-F", "file"), "a", COMMAND))
        .startsWith("/usr/bin/ssh", "-F", "file")
        .endsWith("a", "'/my ftmpj'", "hostd", "-D", "'ft.x='\\''y'\\'''");
  }

  @Test
  void shouldGiveOtherCommandsTheWordsAsTheyAre() {
    assertThat(ShellStarter.words(List.of("ip", "netns", "exec"), "a", COMMAND))
        .containsExactly("ip", "netns", "exec", "a", "/my ftmpj", "hostd", "-D", "ft.x='y'");
  }
}
