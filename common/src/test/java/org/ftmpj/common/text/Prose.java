package org.ftmpj.common.text;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Text of generated pages. */
public final class Prose {
  private static final int WIDTH = 120;

  /** Code is not broken. */
  private static final Pattern WORD = Pattern.compile("(?:`[^`]*`|[^\\s`])+");

  private Prose() {}

  /** In lines that are not too long for a review, without an end of line. */
  public static String wrapped(String text) {
    return wrapped(text, "");
  }

  /**
   * In lines that are not too long for a review, without an end of line.
   *
   * @param indent of all lines but the first
   */
  public static String wrapped(String text, String indent) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : WORD.matcher(text).results().map(found -> found.group()).toList()) {
      if (line.length() > 0 && line.length() + 1 + word.length() > WIDTH) {
        lines.add(line.toString());
        line = new StringBuilder(indent);
      } else if (line.length() > 0) {
        line.append(' ');
      }
      line.append(word);
    }
    lines.add(line.toString());
    return String.join("\n", lines);
  }
}
