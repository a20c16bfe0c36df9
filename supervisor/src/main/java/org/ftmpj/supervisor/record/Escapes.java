package org.ftmpj.supervisor.record;

/** Encodes texts with line ends as one line. */
public final class Escapes {
  private Escapes() {}

  /** Escapes the line ends of a text. */
  public static String escape(String text) {
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
  }

  /**
   * Restores the text that {@link #escape} was given.
   *
   * @throws IllegalArgumentException for an invalid line
   */
  public static String unescape(String line) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c != '\\') {
        text.append(c);
        continue;
      }
      i++;
      switch (i < line.length() ? line.charAt(i) : ' ') {
        case '\\' -> text.append('\\');
        case 'n' -> text.append('\n');
        case 'r' -> text.append('\r');
        default -> throw new IllegalArgumentException("'" + line + "' is not escaped");
      }
    }
    return text.toString();
  }
}
