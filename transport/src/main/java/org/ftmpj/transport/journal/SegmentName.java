package org.ftmpj.transport.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The name of a segment's directory, {@code NUMBER-FIRST-EPOCH}: so that segments are found by
 * their contents without opening any. While a segment is made or removed, its name ends in {@code
 * .new} or {@code .old}.
 *
 * @param number of the segment, from 0
 * @param first message or determinant in it, or in a later segment if there is none in it
 * @param epoch the incarnation that began it
 */
record SegmentName(long number, long first, int epoch) {
  private static final String MAKING = ".new";
  private static final String REMOVING = ".old";
  private static final Pattern WHOLE = Pattern.compile("(\\d{1,18})-(\\d{1,18})-(\\d{1,9})");
  private static final Pattern PARTIAL = Pattern.compile(WHOLE + "\\.(new|old)");

  /**
   * The segments of a journal, in their order. A segment does not count if an earlier one, or
   * another one of the same number, shows that its incarnation was fenced when it began it.
   */
  static List<SegmentName> list(Path journal) throws IOException {
    List<SegmentName> all = new ArrayList<>();
    try (Stream<Path> files = Files.list(journal)) {
      files.map(SegmentName::parse).filter(Objects::nonNull).forEach(all::add);
    }
    all.sort(
        Comparator.comparingLong(SegmentName::number)
            .thenComparing(Comparator.comparingInt(SegmentName::epoch).reversed()));
    List<SegmentName> believed = new ArrayList<>();
    SegmentName last = null;
    for (SegmentName each : all) {
      if (last == null || each.number > last.number && each.epoch >= last.epoch) {
        believed.add(each);
        last = each;
      }
    }
    return believed;
  }

  private static SegmentName parse(Path file) {
    Matcher matcher = WHOLE.matcher(file.getFileName().toString());
    return matcher.matches()
        ? new SegmentName(
            Long.parseLong(matcher.group(1)),
            Long.parseLong(matcher.group(2)),
            Integer.parseInt(matcher.group(3)))
        : null;
  }

  /** Removes incomplete segments that dead writers were creating or removing. */
  static void removePartial(Path journal) throws IOException {
    List<Path> partial;
    try (Stream<Path> files = Files.list(journal)) {
      partial = files.filter(f -> PARTIAL.matcher(f.getFileName().toString()).matches()).toList();
    }
    for (Path file : partial) {
      Queues.delete(file);
    }
  }

  /** The directory of the segment. */
  Path in(Path journal) {
    return journal.resolve(toString());
  }

  /** The directory of the segment while it is created. */
  Path makingIn(Path journal) {
    return journal.resolve(this + MAKING);
  }

  /** The directory of the segment while it is removed. */
  Path removingIn(Path journal) {
    return journal.resolve(this + REMOVING);
  }

  @Override
  public String toString() {
    return number + "-" + first + "-" + epoch;
  }
}
