package org.ftmpj.it.job;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a job has done.
 *
 * @param out standard output, labelled lines of all ranks
 * @param err standard error, with the launcher's own notices
 */
public record Result(int exitCode, List<Line> out, List<Line> err, long milliseconds) {

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

  /** All of standard error as one text. */
  public String errText() {
    return err.stream().map(Line::text).collect(Collectors.joining("\n"));
  }

  private static List<String> texts(List<Line> lines, int rank) {
    return lines.stream().filter(line -> line.rank() == rank).map(Line::text).toList();
  }
}
