package org.ftmpj.it.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a job has done.
 *
 * @param out standard output, labelled lines of all ranks
 * @param err standard error, with the launcher's own notices
 */
public record Result(int exitCode, List<Line> out, List<Line> err, long milliseconds) {
  /** Lines of a difference that are shown. */
  private static final int SHOWN = 3;

  /** The lines that a rank wrote to its standard output. */
  public List<String> out(int rank) {
    return texts(out, rank);
  }

  /** The lines that a rank wrote to its standard error. */
  public List<String> err(int rank) {
    return texts(err, rank);
  }

  /** How many ranks there are, if all of them have written to standard output. */
  public int ranks() {
    return out.stream().mapToInt(Line::rank).max().orElse(-1) + 1;
  }

  /** Standard output by rank. */
  public Map<Integer, List<String>> outByRank() {
    return out.stream()
        .collect(
            Collectors.groupingBy(
                Line::rank, TreeMap::new, Collectors.mapping(Line::text, Collectors.toList())));
  }

  /**
   * Fails unless each rank has written the same to its standard output as in another job, with the
   * first difference.
   */
  public void requireOutputOf(Result other) {
    assertThat(outByRank().keySet()).isEqualTo(other.outByRank().keySet());
    for (int rank : other.outByRank().keySet()) {
      int at = 0;
      while (at < out(rank).size()
          && at < other.out(rank).size()
          && out(rank).get(at).equals(other.out(rank).get(at))) {
        at++;
      }
      assertThat(from(out(rank), at))
          .as("rank %d from line %d of %d on".formatted(rank, at + 1, out(rank).size()))
          .isEqualTo(from(other.out(rank), at));
    }
  }

  /**
   * The same of a job with a rank that was stopped: the beginning of a line is shown then, and its
   * rest later.
   */
  public void requireTextOf(Result other) {
    assertThat(outByRank().keySet()).isEqualTo(other.outByRank().keySet());
    for (int rank : other.outByRank().keySet()) {
      assertThat(String.join("", out(rank)))
          .as("rank %d", rank)
          .isEqualTo(String.join("", other.out(rank)));
    }
  }

  /**
   * The same with each line in one piece. The beginning of a line is shown when its rank, or its
   * host, stands still, and ended when others have waited for its end for long enough; the rest
   * then is a line. So what looks like no line of another job is put together with the next one of
   * its rank, if it looks like one with it.
   */
  public Result inWholeLines(Result other) {
    Set<String> looks = other.out.stream().map(Result::look).collect(Collectors.toSet());
    List<Line> whole = new ArrayList<>();
    for (Line line : out) {
      int last = whole.size() - 1;
      while (last >= 0 && whole.get(last).rank() != line.rank()) {
        last--;
      }
      if (last >= 0 && !looks.contains(look(whole.get(last)))) {
        Line joined = new Line(line.rank(), whole.get(last).text() + line.text());
        if (looks.contains(look(joined))) {
          whole.set(last, joined);
          continue;
        }
      }
      whole.add(line);
    }
    return new Result(exitCode, whole, err, milliseconds);
  }

  private static String look(Line line) {
    return line.text().replaceAll("[0-9]+", "0");
  }

  /** Some lines from that one on, which is from 0 to their number. */
  private static List<String> from(List<String> lines, int at) {
    return at == lines.size() ? List.of() : lines.subList(at, Math.min(at + SHOWN, lines.size()));
  }

  /** All of standard error as one text. */
  public String errText() {
    return err.stream().map(Line::text).collect(Collectors.joining("\n"));
  }

  private static List<String> texts(List<Line> lines, int rank) {
    return lines.stream().filter(line -> line.rank() == rank).map(Line::text).toList();
  }
}
