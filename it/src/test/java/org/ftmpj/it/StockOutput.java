package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

/**
 * What the program has printed under MPJ Express's starter, which does not say which rank it was.
 *
 * @param lines without those of MPJ Express's launcher and of FTMPJ
 */
public record StockOutput(List<String> lines) {
  /**
   * The last ones: on a busy machine, MPJ Express's starter reads the daemon's sign of life and the
   * end of a rank as one line, expects another, and prints that there is none.
   */
  private static final List<String> NOT_OF_THE_PROGRAM =
      List.of(
          "MPJ Express (",
          "Starting process <",
          "Stopping Process <",
          "ftmpj",
          "EXIT@Ping#",
          "java.util.NoSuchElementException: No line found",
          "\tat java.base/java.util.Scanner.",
          "\tat runtime.starter.IOMessagesThread.");

  public static StockOutput of(List<String> lines) {
    return new StockOutput(
        lines.stream()
            .filter(line -> NOT_OF_THE_PROGRAM.stream().noneMatch(line::startsWith))
            .toList());
  }

  public int size() {
    return lines.size();
  }

  /** Asserts that it is that of a run without failures, as far as two such runs are alike. */
  public void verify(Sample sample, List<String> expected) {
    switch (sample) {
      case MANDELBROT -> {
        assertThat(starting("picture:")).isEqualTo(starting(expected, "picture:"));
        assertThat(starting("elapsed:")).hasSize(1);
        String rows = "worker .*: (\\d+) rows.*";
        assertThat(sum(lines, rows)).as(String.join("\n", lines)).isEqualTo(sum(expected, rows));
      }
      case ORDER_WITNESS -> {
        assertThat(starting("WITNESS")).containsExactly("WITNESS OK");
        assertThat(starting("witness: sum")).isEqualTo(starting(expected, "witness: sum"));
        assertThat(lines).hasSameSizeAs(expected);
      }
      case POOL_FARM -> {
        assertThat(starting("all ")).hasSize(1).isEqualTo(starting(expected, "all "));
        assertThat(ending(lines, " results")).isEqualTo(ending(expected, " results"));
        String tasks = "rank \\d+ did (\\d+) .*";
        assertThat(sum(lines, tasks)).as(String.join("\n", lines)).isEqualTo(sum(expected, tasks));
      }
      // What a round of these comes to is another in every run; they check that themselves.
      case STEERED, POLLING ->
          assertThat(sorted(rounds(lines))).isEqualTo(sorted(rounds(expected)));
      default -> assertThat(sorted(lines)).isEqualTo(sorted(expected));
    }
  }

  private List<String> starting(String start) {
    return starting(lines, start);
  }

  private static List<String> starting(List<String> lines, String start) {
    return lines.stream().filter(line -> line.startsWith(start)).toList();
  }

  private static List<String> ending(List<String> lines, String end) {
    return lines.stream().filter(line -> line.endsWith(end)).toList();
  }

  /** Of the numbers that a pattern finds in the lines that match it. */
  private static int sum(List<String> lines, String pattern) {
    return lines.stream()
        .filter(line -> line.matches(pattern))
        .mapToInt(line -> Integer.parseInt(line.replaceFirst(pattern, "$1")))
        .sum();
  }

  private static List<String> rounds(List<String> lines) {
    return lines.stream().map(line -> line.replaceFirst("^(round \\d+):.*", "$1")).toList();
  }

  private static List<String> sorted(List<String> lines) {
    return lines.stream().sorted().toList();
  }
}
