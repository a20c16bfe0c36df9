package org.ftmpj.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class StartTimesTest {
  private final StartTimes start = new StartTimes(StartTimes.RANKS);
  private final Results results = new Results();

  @Test
  void shouldTellWhatGrowsWithTheRanks() {
    add("disk space", Variant.PROCESS, 3, 16, 128);
    add("memory", Variant.STOCK, 40, 40, 30);
    add("memory", Variant.PROCESS, 60, 50, 50);
    start.complete(results);
    assertThat(results.notes())
        .containsExactly(
            "Growth from 8 ranks to 64 ranks, 8.0 times the ranks and 72.0 times the pairs of"
                + " ranks: disk space 8.00 times (FTMPJ, level process)",
            "Growth from 8 ranks to 64 ranks, 8.0 times the ranks and 72.0 times the pairs of"
                + " ranks: memory 0.75 times (stock niodev), 1.00 times (FTMPJ, level process)");
  }

  private void add(String series, Variant variant, double one, double eight, double sixtyFour) {
    results.add(new Row(series, "1 rank", 1, "MB"), variant, one);
    results.add(new Row(series, "8 ranks", 8, "MB"), variant, eight);
    results.add(new Row(series, "64 ranks", 64, "MB"), variant, sixtyFour);
  }

  @Test
  void shouldFindRanksAndWhatTheyTake() throws Exception {
    Process shell =
        new ProcessBuilder(
                "/bin/sh",
                "-c",
                "\"$1\" -cp \"$2\" \"$3\" & wait",
                "sh",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                System.getProperty("java.class.path"),
                Waits.class.getName())
            .start();
    try {
      assertThat(shell.getInputStream().read()).isEqualTo(Waits.SIGN);
      List<ProcessHandle> ranks = RankFootprint.ranks(shell.pid(), Waits.class.getName());
      assertThat(ranks).hasSize(1);
      RankFootprint footprint = RankFootprint.of(ranks.get(0));
      assertThat(footprint.memory()).isGreaterThan(1 << 20);
      assertThat(footprint.descriptors()).isGreaterThan(2);
      assertThat(footprint.processor()).isPositive();
      assertThat(RankFootprint.jobDirectory(ranks.get(0))).isEmpty();
    } finally {
      shell.descendants().forEach(ProcessHandle::destroyForcibly);
      shell.destroyForcibly();
    }
  }

  /** Prints a byte and waits to be killed. */
  static final class Waits {
    static final int SIGN = 'x';

    private Waits() {}

    public static void main(String[] args) throws Exception {
      System.out.write(SIGN);
      System.out.flush();
      Thread.currentThread().join();
    }
  }
}
