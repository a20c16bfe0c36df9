package org.ftmpj.logger.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ftmpj.common.job.JobLayout;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several ranks, of which one tells the user that a logger is away. */
class NoticesOfHostTest {
  private static final int WHICH = LoggerNotices.MAJORITY;

  @TempDir Path directory;
  private NoticesOfHost notices;

  @BeforeEach
  void prepare() throws IOException {
    JobLayout layout = new JobLayout(directory);
    Files.createDirectories(layout.logger());
    notices = new NoticesOfHost(layout);
  }

  /** Another rank: tells that a majority is away, and says on its standard output that it did. */
  static final class Other {
    public static void main(String[] args) throws IOException {
      NoticesOfHost notices = new NoticesOfHost(new JobLayout(Path.of(args[0])));
      System.out.println(notices.away(WHICH, "away"));
      System.in.read();
    }
  }

  private Process startOther() throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            Other.class.getName(),
            directory.toString())
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private static String said(Process other) throws IOException {
    return new BufferedReader(new InputStreamReader(other.getInputStream())).readLine();
  }

  @Test
  void shouldTellOnlyIfNoOtherRankDoes() throws Exception {
    Process other = startOther();
    try {
      assertThat(said(other)).isEqualTo("true");
      assertThat(notices.away(WHICH, "away")).isFalse();
      assertThat(notices.away(1, "away")).isTrue();
    } finally {
      other.destroyForcibly().waitFor();
    }
    // The other one may have gone on, and this one be about to: it tells only if that lasts.
    assertThat(notices.away(WHICH, "away")).isFalse();
    assertThat(notices.away(WHICH, "away")).isTrue();
  }

  @Test
  void shouldLetOthersTellOfTheNextTime() throws Exception {
    assertThat(notices.away(WHICH, "away")).isTrue();
    Process silent = startOther();
    assertThat(said(silent)).isEqualTo("false");
    silent.destroyForcibly().waitFor();
    notices.back(WHICH, "back");
    Process telling = startOther();
    try {
      assertThat(said(telling)).isEqualTo("true");
    } finally {
      telling.destroyForcibly().waitFor();
    }
  }
}
