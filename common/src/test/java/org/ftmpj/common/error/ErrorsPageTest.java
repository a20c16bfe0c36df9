package org.ftmpj.common.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ErrorsPageTest {
  private static final Path PAGE = Path.of("..", "docs", "errors.md");

  /**
   * To write it again: {@code mvn test -pl common -am -Dtest=ErrorsPageTest -Dwrite.docs=true
   * -Dsurefire.failIfNoSpecifiedTests=false}.
   */
  @Test
  void shouldBeCheckedInAsGenerated() throws IOException {
    if (Boolean.getBoolean("write.docs")) {
      Files.writeString(PAGE, ErrorsPage.markdown());
    }
    assertThat(PAGE)
        .as("docs/errors.md is out of date; -Dwrite.docs=true writes it")
        .hasContent(ErrorsPage.markdown());
  }

  @Test
  void shouldGiveEveryErrorACodeOfItsOwn() {
    assertThat(Arrays.stream(ErrorCode.values()).map(ErrorCode::toString)).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @EnumSource
  void shouldSayInSentencesWhatHappenedAndWhatToDo(ErrorCode code) {
    assertThat(code.meaning()).matches("[A-Z].*\\.");
    assertThat(code.nextStep()).matches("[A-Z`].*\\.");
    assertThat(ErrorsPage.markdown()).containsOnlyOnce(ErrorsPage.section(code));
  }
}
