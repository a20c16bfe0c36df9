package org.ftmpj.it.job;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line of the job's output.
 *
 * @param rank the one that wrote it; -1 if it has no label, so the launcher itself
 */
public record Line(int rank, String text) {
  private static final Pattern LABEL = Pattern.compile("\\[(\\d+)\\] (.*)", Pattern.DOTALL);

  public static Line parse(String line) {
    Matcher label = LABEL.matcher(line);
    return label.matches()
        ? new Line(Integer.parseInt(label.group(1)), label.group(2))
        : new Line(-1, line);
  }
}
