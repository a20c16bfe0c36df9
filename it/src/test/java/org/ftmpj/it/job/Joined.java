package org.ftmpj.it.job;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What ranks have printed, from what coordinators of their job have shown one after the other. The
 * last lines of one that was lost may come again from the next, and the very last may have been cut
 * off.
 */
public final class Joined {
  private final Map<Integer, List<String>> ranks = new TreeMap<>();
  private int repeated;

  private Joined() {}

  /** The output of these coordinators. */
  public static Joined of(List<List<Line>> parts) {
    Joined joined = new Joined();
    parts.forEach(joined::add);
    return joined;
  }

  private void add(List<Line> part) {
    Map<Integer, List<String>> more = new TreeMap<>();
    part.forEach(
        line -> more.computeIfAbsent(line.rank(), rank -> new ArrayList<>()).add(line.text()));
    more.forEach((rank, lines) -> add(rank, lines));
  }

  private void add(int rank, List<String> more) {
    List<String> before = ranks.computeIfAbsent(rank, r -> new ArrayList<>());
    // What FTMPJ says itself does not come again.
    int again = rank < 0 ? 0 : again(before, String.join("", more));
    repeated += again;
    before.subList(before.size() - again, before.size()).clear();
    before.addAll(more);
  }

  /** With so many lines at the end of the one the other text begins. */
  private static int again(List<String> before, String text) {
    for (int lines = before.size(); lines > 0; lines--) {
      String end = String.join("", before.subList(before.size() - lines, before.size()));
      if (text.startsWith(end)) {
        return lines;
      }
    }
    return 0;
  }

  /** All lines, of one rank after the other. */
  public List<Line> lines() {
    List<Line> all = new ArrayList<>();
    ranks.forEach((rank, lines) -> lines.forEach(line -> all.add(new Line(rank, line))));
    return all;
  }

  /** How many lines have come twice, or were cut off. */
  public int repeated() {
    return repeated;
  }
}
