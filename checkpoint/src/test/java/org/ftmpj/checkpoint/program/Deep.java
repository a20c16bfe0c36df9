package org.ftmpj.checkpoint.program;

/** Calls itself until the stack is full, with a message at each depth. */
public final class Deep {
  private static int deepest;

  private Deep() {}

  private static void descend(int depth) {
    deepest = depth;
    Messages.exchange(depth);
    descend(depth + 1);
  }

  public static void main(String[] args) {
    try {
      descend(1);
    } catch (StackOverflowError expected) {
      deepest = 0;
    }
  }

  public static String result() {
    return "ended " + deepest;
  }
}
