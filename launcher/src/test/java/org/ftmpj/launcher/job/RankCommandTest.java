package org.ftmpj.launcher.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RankCommandTest {
  private static final String WITH_MODULE = "-javaagent:";

  @Test
  void shouldAddNoModuleToTheDefaultOnes() {
    Map<String, String> environment = Map.of("JAVA_TOOL_OPTIONS", "-Xmx1g", "MAIL", "@home");
    assertThat(RankCommand.agentOption(List.of("-Xmx1g", "-Dmail=a@b"), environment))
        .isEqualTo("-agentlib:instrument=");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--limit-modules=java.base", "--limit-modules", "@options"})
  void shouldAddTheModuleOfAgentsWhereItMayBeMissing(String option) {
    assertThat(RankCommand.agentOption(List.of("-ea", option), Map.of())).isEqualTo(WITH_MODULE);
    assertThat(RankCommand.agentOption(List.of(), Map.of("JDK_JAVA_OPTIONS", "-ea " + option)))
        .isEqualTo(WITH_MODULE);
  }
}
