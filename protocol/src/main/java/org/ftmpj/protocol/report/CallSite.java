package org.ftmpj.protocol.report;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.ftmpj.protocol.thread.StackFrames;

/** Finds the place in the program of the current operation, for reports. Any thread. */
public final class CallSite {
  private CallSite() {}

  /**
   * A call of MPI.
   *
   * @param name the method that the program called; empty if it is no method of MPI
   * @param place the calling line; empty if no line of the program called it
   */
  record Call(String name, String place) {}

  /**
   * The innermost frame of the program as {@code Class.method(File.java:12)}; empty if there is
   * none.
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

  /** The current MPI call of the calling thread. */
  static Call ofCall() {
    return StackWalker.getInstance()
        .walk(frames -> call(frames.map(StackWalker.StackFrame::toStackTraceElement)));
  }

  /** The current MPI call of a thread with that stack. */
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

  /** Formats a frame without the class loader, which a stack trace element would name. */
  private static String text(StackWalker.StackFrame frame) {
    return text(
        frame.getClassName(), frame.getMethodName(), frame.getFileName(), frame.getLineNumber());
  }

  private static String text(String type, String method, String file, int line) {
    String place = file == null ? "unknown source" : file + ":" + line;
    return type + "." + method + "(" + place + ")";
  }
}
