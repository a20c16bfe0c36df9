package org.ftmpj.protocol.rank;

import java.util.List;

/** Where in the program the current operation comes from, for reports. */
final class CallSite {
  private static final List<String> NOT_THE_PROGRAM =
      List.of(
          "org.ftmpj.protocol.",
          "org.ftmpj.interceptors.",
          "org.ftmpj.agent.",
          "org.ftmpj.replay.",
          "org.ftmpj.supervisor.",
          "mpi.",
          "mpjdev.",
          "xdev.",
          "mpjbuf.",
          "java.",
          "jdk.",
          "sun.");

  private CallSite() {}

  /**
   * The innermost frame of the program, {@code Class.method(File.java:12)}; empty if there is none.
   */
  static String ofProgram() {
    return StackWalker.getInstance()
        .walk(frames -> frames.filter(CallSite::isOfProgram).findFirst())
        .map(CallSite::text)
        .orElse("");
  }

  /** The innermost frames of the program, the innermost first. */
  static List<String> framesOfProgram(int most) {
    return StackWalker.getInstance()
        .walk(
            frames ->
                frames.filter(CallSite::isOfProgram).limit(most).map(CallSite::text).toList());
  }

  private static boolean isOfProgram(StackWalker.StackFrame frame) {
    String name = frame.getClassName();
    for (String other : NOT_THE_PROGRAM) {
      if (name.startsWith(other)) {
        return false;
      }
    }
    return true;
  }

  /** Without the class loader, which a stack trace element names. */
  private static String text(StackWalker.StackFrame frame) {
    String place =
        frame.getFileName() == null
            ? "unknown source"
            : frame.getFileName() + ":" + frame.getLineNumber();
    return frame.getClassName() + "." + frame.getMethodName() + "(" + place + ")";
  }
}
