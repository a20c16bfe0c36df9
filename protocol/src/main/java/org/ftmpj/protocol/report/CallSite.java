package org.ftmpj.protocol.report;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.ftmpj.protocol.thread.StackFrames;

/** The place in the program of the current operation, for reports. Any thread. */
public final class CallSite {
  private CallSite() {}

  /**
   * A call of MPI.
   *
   * @param name as the program called it; empty if it has called something else
   * @param place the line that called it; empty if it is none of the program
   */
  record Call(String name, String place) {}

  /**
   * The innermost frame of the program, {@code Class.method(File.java:12)}; empty if there is none.
   */
  public static String ofProgram() {
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

  /** The call of MPI that the calling thread is in. */
  static Call ofCall() {
    return StackWalker.getInstance()
        .walk(frames -> call(frames.map(StackWalker.StackFrame::toStackTraceElement)));
  }

  /** The call of MPI that a thread with that stack is in. */
  static Call callIn(StackTraceElement[] stack) {
    return call(Arrays.stream(stack));
  }

  private static Call call(Stream<StackTraceElement> frames) {
    String name = "";
    for (StackTraceElement frame : (Iterable<StackTraceElement>) frames::iterator) {
      if (StackFrames.isOfProgram(frame.getClassName())) {
        return new Call(
            name,
            text(
                frame.getClassName(),
                frame.getMethodName(),
                frame.getFileName(),
                frame.getLineNumber()));
      }
      if (frame.getClassName().startsWith("mpi.")) {
        name = frame.getMethodName();
      }
    }
    return new Call(name, "");
  }

  private static boolean isOfProgram(StackWalker.StackFrame frame) {
    return StackFrames.isOfProgram(frame.getClassName());
  }

  /** Without the class loader, which a stack trace element names. */
  private static String text(StackWalker.StackFrame frame) {
    return text(
        frame.getClassName(), frame.getMethodName(), frame.getFileName(), frame.getLineNumber());
  }

  private static String text(String type, String method, String file, int line) {
    String place = file == null ? "unknown source" : file + ":" + line;
    return type + "." + method + "(" + place + ")";
  }
}
