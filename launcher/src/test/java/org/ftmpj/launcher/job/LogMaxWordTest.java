package org.ftmpj.launcher.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LogMaxWordTest {

  @Test
  void shouldTakeThePlaceOfAllBefore() {
    List<String> before =
        List.of("java", "-Dft.log.max=1", "-Dft.log.level=info", "-Dft.log.max=2", "-cp", "a", "M");
    assertThat(LogMaxWord.in(before, 64))
        .containsExactly("java", "-Dft.log.level=info", "-Dft.log.max=64", "-cp", "a", "M");
  }

  @Test
  void shouldLeaveTheProgramsArguments() {
    assertThat(LogMaxWord.in(List.of("java", "-cp", "a", "M", "-cp", "-Dft.log.max=1"), 64))
        .containsExactly("java", "-Dft.log.max=64", "-cp", "a", "M", "-cp", "-Dft.log.max=1");
  }
}
