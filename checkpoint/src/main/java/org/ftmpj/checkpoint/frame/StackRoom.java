package org.ftmpj.checkpoint.frame;

/**
 * Checks whether the calling thread's stack has room for a capture at its deepest point, and for
 * FTMPJ's frames between the program's in a resumption.
 */
final class StackRoom {
  private static final int DEPTH = 1_000;

  /** The additional stack space for a frame of the program, in calls of {@link #descend}. */
  private static final int FOR_EACH = 16;

  private StackRoom() {}

  /**
   * @param frames number of the program's frames
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
