package org.ftmpj.checkpoint.frame;

/**
 * Whether the calling thread's stack has room for what a capture does at its deepest point, and for
 * the frames of ours that are between the program's when it goes on.
 */
final class StackRoom {
  private static final int DEPTH = 1_000;

  /** What a frame of the program takes more than before, in calls of {@link #descend}. */
  private static final int FOR_EACH = 16;

  private StackRoom() {}

  /**
   * @param frames of the program
   */
  static boolean isThereFor(int frames) {
    try {
      return descend(DEPTH + FOR_EACH * frames, 1, 2, 3, 4) != 0;
    } catch (StackOverflowError full) {
      return false;
    }
  }

  /** Calls itself with arguments that take space. */
  private static long descend(int depth, long a, long b, long c, long d) {
    return depth == 0 ? 1 : descend(depth - 1, b, c, d, a + depth) | 1;
  }
}
