package org.ftmpj.common.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class OptionsPageTest {
  private static final Path PAGE = Path.of("..", "docs", "options.md");

  /**
   * To write it again: {@code mvn test -pl common -am -Dtest=OptionsPageTest -Dwrite.docs=true
   * -Dsurefire.failIfNoSpecifiedTests=false}.
   */
  @Test
  void shouldBeCheckedInAsGenerated() throws IOException {
    if (Boolean.getBoolean("write.docs")) {
      Files.writeString(PAGE, OptionsPage.markdown());
    }
    assertThat(PAGE)
        .as("docs/options.md is out of date; -Dwrite.docs=true writes it")
        .hasContent(OptionsPage.markdown());
  }

  @Test
  void shouldListEveryOptionOnce() throws IllegalAccessException {
    for (var field : Options.class.getFields()) {
      Option<?> option = (Option<?>) field.get(null);
      assertThat(Options.all()).containsOnlyOnce(option);
      assertThat(OptionsPage.markdown()).containsOnlyOnce(OptionsPage.item(option));
    }
    assertThat(Options.all()).hasSize(Options.class.getFields().length);
  }
}
