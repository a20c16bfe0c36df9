package org.ftmpj.it.generate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.ftmpj.it.job.Line;
import org.ftmpj.it.job.Notices;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.program.generated.Generated;
import org.ftmpj.it.program.generated.Lines;

/** What a generated program says of itself. */
public final class Told {
  private Told() {}

  /**
   * Asserts that it has found nothing wrong, and that all it has printed and appended to files is
   * there, once and in its order.
   *
   * @param directory in which it ran
   */
  public static void verify(Result result, int ranks, Path directory) {
    verifyPrinted(result, ranks);
    for (int rank = 0; rank < ranks; rank++) {
      List<List<String>> files =
          Lines.files(rank).stream().map(name -> read(directory.resolve(name))).toList();
      assertThat(end(result, rank))
          .as("the end of rank " + rank)
          .endsWith(Lines.appended(files.get(0), files.get(1)));
    }
  }

  /** The same without the files: when hosts are lost, what was appended may be there twice. */
  public static void verifyPrinted(Result result, int ranks) {
    assertThat(witness(result)).as("what it says").containsExactly(Generated.OK);
    assertThat(result.exitCode()).as(result.errText()).isZero();
    for (int rank = 0; rank < ranks; rank++) {
      List<String> out = result.out(rank);
      List<String> err =
          result.err(rank).stream().filter(line -> line.startsWith(Lines.NOTE)).toList();
      assertThat(out).as("lines of rank " + rank).isNotEmpty();
      assertThat(end(result, rank))
          .as("the end of rank " + rank)
          .startsWith(Lines.printed(out.subList(0, out.size() - 1), err));
    }
    assertThat(result.errText()).doesNotContain(Notices.OTHER_OUTPUT);
  }

  private static String end(Result result, int rank) {
    List<String> out = result.out(rank);
    return out.get(out.size() - 1);
  }

  private static List<String> read(Path file) {
    try {
      return Files.exists(file) ? Files.readAllLines(file) : List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether all is well, and else what is not; a rank that breaks off says that as an error. */
  static List<String> witness(Result result) {
    return Stream.concat(result.out().stream(), result.err().stream())
        .map(Line::text)
        .filter(line -> line.contains("WITNESS"))
        .toList();
  }

  /** The sum of all messages, and what came of errands, which is the same in every run. */
  static Map<Integer, List<String>> same(Result result) {
    Map<Integer, List<String>> same = new TreeMap<>();
    result
        .outByRank()
        .forEach(
            (rank, lines) ->
                same.put(
                    rank,
                    lines.stream()
                        .filter(
                            line ->
                                line.startsWith(Generated.SUM) || line.startsWith(Generated.FACTS))
                        .toList()));
    return same;
  }

  /** How often each kind of operation was used, by all ranks. */
  static Map<String, Long> operations(Result result) {
    return add(
        result.out().stream()
            .map(Line::text)
            .filter(line -> line.startsWith(Generated.COUNTS))
            .map(line -> parse(line.substring(Generated.COUNTS.length())))
            .toList());
  }

  static Map<String, Long> parse(String counts) {
    Map<String, Long> parsed = new TreeMap<>();
    for (String word : counts.isBlank() ? new String[0] : counts.strip().split(" ")) {
      String[] pair = word.split("=");
      parsed.put(pair[0], Long.valueOf(pair[1]));
    }
    return parsed;
  }

  static Map<String, Long> add(Collection<Map<String, Long>> all) {
    Map<String, Long> sum = new TreeMap<>();
    all.forEach(one -> one.forEach((what, count) -> sum.merge(what, count, Long::sum)));
    return sum;
  }
}
