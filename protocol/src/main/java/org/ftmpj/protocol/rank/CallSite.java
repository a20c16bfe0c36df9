package org.ftmpj.protocol.rank;

import java.util.List;

/** Where in the program the current operation comes from, for reports. */
final class CallSite {
  private static final List<String> NOT_THE_PROGRAM =
      List.of(
          "org.ftmpj.protocol.",
          "org.ftmpj.interceptors.",
          "org.ftmpj.agent.",
          "mpi.",
          "mpjdev.",
          "xdev.",
          "mpjbuf.",
          "java.",
          "jdk.",
          "sun.");

  private CallSite() {}

  /** {@code "called at Class.method(File.java:12)"} of the innermost frame of the program. */
  static String ofProgram() {
    return StackWalker.getInstance()
        .walk(
            frames ->
                frames
                    .filter(f -> NOT_THE_PROGRAM.stream().noneMatch(f.getClassName()::startsWith))
                    .findFirst())
        .map(f -> "called at " + f.toStackTraceElement())
        .orElse("called from no frame of the program");
  }
}
