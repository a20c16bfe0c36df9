package org.ftmpj.checkpoint.frame;

/** Whether the calling thread's stack has room for what a capture does at its deepest point. */
final class StackRoom {
  private static final int DEPTH = 1_000;

  private StackRoom() {}

  static boolean isThere() {
    try {
      return descend(DEPTH, 1, 2, 3, 4) != 0;
    } catch (StackOverflowError full) {
      return false;
    }
  }

  /** Calls itself with arguments that take space. */
  private static long descend(int depth, long a, long b, long c, long d) {
    return depth == 0 ? 1 : descend(depth - 1, b, c, d, a + depth) | 1;
  }
}
