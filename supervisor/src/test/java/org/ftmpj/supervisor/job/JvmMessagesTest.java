package org.ftmpj.supervisor.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JvmMessagesTest {
  private static final Path CRASH = Path.of("crashes/1.1");
  private static final String ERROR_FILE = "-XX:ErrorFile=" + CRASH;

  @Test
  void shouldSendWarningsToStandardError() {
    assertThat(JvmMessages.options(CRASH, Map.of("JDK_JAVA_OPTIONS", "-Xmx1g -Da=-Xlog")))
        .containsExactly("-Xlog:disable", "-Xlog:all=warning,cds=off:stderr", ERROR_FILE);
  }

  /** The virtual machine takes those of the environment first, so ours would undo them. */
  @ParameterizedTest
  @CsvSource({
    "JDK_JAVA_OPTIONS, -Xlog:gc:file=gc.log",
    "JAVA_TOOL_OPTIONS, -Xmx1g -Xlog:gc",
    "JDK_JAVA_OPTIONS, -verbose:gc",
    "JAVA_TOOL_OPTIONS, -Xlog"
  })
  void shouldLeaveTheLogToTheUser(String variable, String options) {
    assertThat(JvmMessages.options(CRASH, Map.of(variable, options))).containsExactly(ERROR_FILE);
  }

  @Test
  void shouldLeaveTheReportOfACrashToTheUser() {
    assertThat(JvmMessages.options(CRASH, Map.of("JAVA_TOOL_OPTIONS", "-XX:ErrorFile=/tmp/mine")))
        .noneMatch(option -> option.startsWith("-XX:ErrorFile"));
    assertThat(JvmMessages.options(CRASH, Map.of("JDK_JAVA_OPTIONS", "@mine.options")))
        .isEqualTo(List.of());
  }
}
