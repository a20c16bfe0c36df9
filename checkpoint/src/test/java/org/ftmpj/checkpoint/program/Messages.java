package org.ftmpj.checkpoint.program;

/** What the test programs can be captured at: the calls of {@link #exchange} and {@link #send}. */
public final class Messages {
  public static final Messages WORLD = new Messages();

  private static int count;

  private Messages() {}

  /** A number that follows from how many there were. */
  public static double exchange(double value) {
    count++;
    return value + count % 7;
  }

  public int send(Object message, int first, long second, String third) {
    count++;
    return count % 5 + first + (int) second + (third == null ? 1 : third.length());
  }

  public static int count() {
    return count;
  }
}
