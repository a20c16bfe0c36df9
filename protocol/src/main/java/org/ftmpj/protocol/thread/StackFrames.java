package org.ftmpj.protocol.thread;

import java.util.List;

/**
 * Whose code a class in a stack is: the program's, FTMPJ's, MPJ Express's or the JDK's. What of
 * FTMPJ is in a rank's process is known to the agent alone, which says so at its start. Any thread.
 */
public final class StackFrames {
  private static final List<String> JDK = List.of("java.", "jdk.", "sun.");
  private static final List<String> MPJ_EXPRESS = List.of("mpi.", "mpjdev.", "xdev.", "mpjbuf.");

  private static volatile List<String> ours = List.of("org.ftmpj.protocol.");
  private static volatile List<String> bridges = List.of();

  private StackFrames() {}

  /**
   * Sets what classes are FTMPJ's. To be called before the program begins.
   *
   * @param prefixes of the names of classes: of FTMPJ and of its libraries
   * @param bridge of those among them that the program calls
   */
  public static void areOurs(List<String> prefixes, String bridge) {
    ours = List.copyOf(prefixes);
    bridges = List.of(bridge);
  }

  /** Whether a class of that name is one of FTMPJ. */
  static boolean isOurs(String type) {
    return startsWithAny(type, ours);
  }

  /** Whether a class of that name is one of FTMPJ that the program calls. */
  static boolean isOfBridge(String type) {
    return startsWithAny(type, bridges);
  }

  static boolean isOfJdk(String type) {
    return startsWithAny(type, JDK);
  }

  /** Whether a class of that name is one of the program, or of a library that it uses. */
  public static boolean isOfProgram(String type) {
    return !isOfJdk(type) && !startsWithAny(type, MPJ_EXPRESS) && !isOurs(type);
  }

  private static boolean startsWithAny(String type, List<String> prefixes) {
    for (String prefix : prefixes) {
      if (type.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }
}
