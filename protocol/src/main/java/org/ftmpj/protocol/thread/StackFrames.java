package org.ftmpj.protocol.thread;

import java.util.List;

/**
 * Classifies the classes in a stack trace: the program's, FTMPJ's, MPJ Express's or the JDK's. The
 * agent supplies the list of FTMPJ's packages when it starts. Thread-safe.
 */
public final class StackFrames {
  private static final List<String> JDK = List.of("java.", "jdk.", "sun.");
  private static final List<String> MPJ_EXPRESS = List.of("mpi.", "mpjdev.", "xdev.", "mpjbuf.");

  private static volatile List<String> ours = List.of("org.ftmpj.protocol.");
  private static volatile List<String> bridges = List.of();

  private StackFrames() {}

  /**
   * Sets which classes are FTMPJ's. To be called before the program begins.
   *
   * @param prefixes prefixes of the class names of FTMPJ and its libraries
   * @param bridge the prefix of those that the program calls
   */
  public static void areOurs(List<String> prefixes, String bridge) {
    ours = List.copyOf(prefixes);
    bridges = List.of(bridge);
  }

  /** Whether a class name belongs to FTMPJ. */
  static boolean isOurs(String type) {
    return startsWithAny(type, ours);
  }

  /** Whether a class name belongs to the part of FTMPJ that the program calls. */
  static boolean isOfBridge(String type) {
    return startsWithAny(type, bridges);
  }

  static boolean isOfJdk(String type) {
    return startsWithAny(type, JDK);
  }

  /** Whether a class name belongs to the program or to a library that it uses. */
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
