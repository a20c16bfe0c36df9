package org.ftmpj.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LifeLineTest {
  private static final int RELEASED = 3;
  private static final int HALTED = 129;
  private static final long PATIENCE_S = 120;

  private Process rank;

  /** A process that holds its life-line, and releases it when it is told to do so. */
  static final class Rank {
    private Rank() {}

    public static void main(String[] args) throws InterruptedException {
      LifeLine line = LifeLine.hold();
      Thread watch =
          Thread.getAllStackTraces().keySet().stream()
              .filter(thread -> thread.getName().equals("ftmpj life-line"))
              .findAny()
              .orElseThrow();
      switch (args[0]) {
        case "release" -> line.release();
        case "interrupt" -> watch.interrupt();
        default -> {}
      }
      watch.join(TimeUnit.SECONDS.toMillis(PATIENCE_S));
      Runtime.getRuntime().halt(watch.isAlive() ? 1 : RELEASED);
    }
  }

  @AfterEach
  void kill() {
    rank.destroyForcibly();
  }

  @ParameterizedTest
  @ValueSource(strings = {"hold", "interrupt"})
  void shouldEndTheRankWithItsSupervisor(String argument) throws Exception {
    start(argument);
    assertThat(rank.waitFor(1, TimeUnit.SECONDS)).isFalse();
    rank.getOutputStream().close();
    assertEndsWith(HALTED);
  }

  @Test
  void shouldLeaveNoThreadThatReadsWhenItIsReleased() throws Exception {
    start("release");
    assertEndsWith(RELEASED);
  }

  private void start(String argument) throws IOException {
    rank =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Rank.class.getName(),
                argument)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
  }

  private void assertEndsWith(int code) throws InterruptedException {
    assertThat(rank.waitFor(PATIENCE_S, TimeUnit.SECONDS)).isTrue();
    assertThat(rank.exitValue()).isEqualTo(code);
  }
}
