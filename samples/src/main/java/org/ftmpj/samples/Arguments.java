package org.ftmpj.samples;

/** Numbers on the command line. */
public final class Arguments {
  private Arguments() {}

  /**
   * A number of at least 1.
   *
   * @param otherwise if there are not so many arguments
   */
  public static int positive(String[] arguments, int index, int otherwise) {
    if (index >= arguments.length) {
      return otherwise;
    }
    int value = Integer.parseInt(arguments[index]);
    if (value < 1) {
      throw new IllegalArgumentException("Not positive: " + value);
    }
    return value;
  }
}
