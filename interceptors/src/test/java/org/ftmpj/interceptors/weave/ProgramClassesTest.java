package org.ftmpj.interceptors.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import org.junit.jupiter.api.Test;

class ProgramClassesTest {
  private final ProgramClasses program = new ProgramClasses();

  @Test
  void shouldNotTakeWhatTheJdkMakesForTheProgram() throws Exception {
    try (URLClassLoader loader = new URLClassLoader(new URL[0])) {
      assertThat(
              program.contain(
                  loader, "jdk/internal/reflect/GeneratedSerializationConstructorAccessor1"))
          .isFalse();
      assertThat(program.contain(loader, "jdk/Program")).isTrue();
      assertThat(program.contain(loader, "Program")).isTrue();
    }
  }
}
