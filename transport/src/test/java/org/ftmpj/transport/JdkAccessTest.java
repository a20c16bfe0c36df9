package org.ftmpj.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

class JdkAccessTest {
  @Test
  void shouldBeWhatTheseTestsRunWith() {
    assertThat(JdkAccess.options())
        .containsExactlyInAnyOrderElementsOf(
            ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("--add-"))
                .toList());
  }
}
