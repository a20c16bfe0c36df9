package org.ftmpj.protocol.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogicalThreadTest {

  @BeforeAll
  static void begin() {
    StackFrames.areOurs(
        List.of("org.ftmpj.protocol.", "org.ftmpj.interceptors.", "org.ftmpj.agent."),
        "org.ftmpj.interceptors.bridge.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Main", "my.Main", "org.ftmpj.samples.ring.Ring", "org.ftmpj.Main"})
  void shouldSayWhereInTheProgramAThreadIs(String program) {
    assertThat(
            place(
                "jdk.internal.misc.Unsafe",
                "java.util.concurrent.locks.LockSupport",
                "org.ftmpj.interceptors.bridge.Parks",
                "org.ftmpj.protocol.thread.Threads",
                program,
                "java.lang.Thread"))
        .startsWith(program + ".run(");
  }

  @Test
  void shouldSayWhereItIsBesides() {
    assertThat(place("java.lang.Object", "org.ftmpj.agent.Agent")).startsWith("java.lang.Object.");
    assertThat(place()).isEqualTo("no place");
  }

  @Test
  void shouldNotSayWhichLoaderHasTheClass() {
    StackTraceElement frame =
        new StackTraceElement("app", "module", "1", "my.Main", "run", "Main.java", 7);
    assertThat(LogicalThread.place(new StackTraceElement[] {frame}))
        .isEqualTo("my.Main.run(Main.java:7)");
  }

  private static String place(String... types) {
    return LogicalThread.place(
        Stream.of(types)
            .map(type -> new StackTraceElement(type, "run", "File.java", 7))
            .toArray(StackTraceElement[]::new));
  }
}
