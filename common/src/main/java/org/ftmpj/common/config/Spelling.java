package org.ftmpj.common.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the meant name for a misspelt one. */
public final class Spelling {
  private Spelling() {}

  /** The nearest of the names, if it is near enough to have been meant. */
  public static Optional<String> nearest(String name, Collection<String> names) {
    int letters = name.replace("-", "").length();
    // One letter is near every other one.
    int most = letters < 2 ? 0 : Math.max(1, Math.min(3, letters / 3));
    return names.stream()
        .min(Comparator.comparingInt(each -> distance(name, each)))
        .filter(each -> distance(name, each) <= most);
  }

  /** The number of letters that must be added, removed, changed, or exchanged with the next one. */
  static int distance(String a, String b) {
    int[][] d = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        d[i][j] = i == 0 || j == 0 ? i + j : least(a, b, i, j, d);
      }
    }
    return d[a.length()][b.length()];
  }

  private static int least(String a, String b, int i, int j, int[][] d) {
    boolean same = a.charAt(i - 1) == b.charAt(j - 1);
    int least = Math.min(d[i - 1][j - 1] + (same ? 0 : 1), 1 + Math.min(d[i - 1][j], d[i][j - 1]));
    boolean exchanged =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return exchanged ? Math.min(least, 1 + d[i - 2][j - 2]) : least;
  }
}
