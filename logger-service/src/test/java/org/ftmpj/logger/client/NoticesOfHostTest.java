package org.ftmpj.logger.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ftmpj.common.job.JobLayout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Several ranks, processes, of which one tells the user that a logger is away, and one that it is
 * back.
 */
class NoticesOfHostTest {
  private static final String DONE = "done";

  @TempDir Path directory;
  private final List<Rank> ranks = new ArrayList<>();

  @BeforeEach
  void prepare() throws IOException {
    Files.createDirectories(new JobLayout(directory).logger());
  }

  @AfterEach
  void end() {
    ranks.forEach(rank -> rank.process.destroyForcibly());
  }

  /** Does what its standard input says, such as {@code away 1}. */
  static final class Main {
    public static void main(String[] args) throws IOException {
      NoticesOfHost notices = new NoticesOfHost(new JobLayout(Path.of(args[0])));
      BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        String[] words = line.split(" ");
        int which = Integer.parseInt(words[1]);
        if (words[0].equals("away")) {
          notices.away(which, line);
        } else {
          notices.back(which, line);
        }
        System.out.println(DONE);
      }
    }
  }

  /** A process of a rank. */
  private record Rank(Process process, BufferedReader out) {
    /** Notices that, and returns whether the user was told. */
    boolean tells(String what) throws IOException {
      process.outputWriter().write(what + "\n");
      process.outputWriter().flush();
      boolean told = false;
      for (String line = out.readLine(); !DONE.equals(line); line = out.readLine()) {
        assertThat(line).endsWith(what);
        told = true;
      }
      return told;
    }
  }

  private Rank start() throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                Main.class.getName(),
                directory.toString())
            .redirectErrorStream(true)
            .start();
    ranks.add(new Rank(process, process.inputReader()));
    return ranks.get(ranks.size() - 1);
  }

  @Test
  void shouldTellOfEachTimeOnceForAllRanks() throws Exception {
    Rank one = start();
    Rank other = start();
    assertThat(one.tells("back 0")).isFalse();
    for (int time = 0; time < 2; time++) {
      assertThat(one.tells("away 0")).isTrue();
      assertThat(other.tells("away 0")).isFalse();
      assertThat(other.tells("away 2")).isTrue();
      assertThat(other.tells("back 0")).isTrue();
      assertThat(one.tells("back 0")).isFalse();
      assertThat(one.tells("back 2")).isTrue();
    }
  }

  @Test
  void shouldTellThatItIsBackThoughWhoToldThatItIsAwayHasDied() throws Exception {
    Rank dying = start();
    assertThat(dying.tells("away -1")).isTrue();
    dying.process.destroyForcibly().waitFor();
    Rank next = start();
    assertThat(next.tells("away -1")).isFalse();
    assertThat(next.tells("back -1")).isTrue();
  }
}
