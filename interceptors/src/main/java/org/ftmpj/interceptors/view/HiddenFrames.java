package org.ftmpj.interceptors.view;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.ftmpj.interceptors.bridge.ProgramStack;

/** The stack traces of exceptions and of threads as the program sees them. */
final class HiddenFrames {
  private static final ThreadLocal<Boolean> ALL_SHOWN = new ThreadLocal<>();

  private HiddenFrames() {}

  /**
   * The array itself if nothing is to be hidden.
   *
   * @param frames an array of {@code StackTraceElement}
   * @param unused the second argument of all functions that the JDK calls
   */
  static Object without(Object frames, Object unused) {
    StackTraceElement[] all = (StackTraceElement[]) frames;
    boolean[] hidden = ALL_SHOWN.get() == null ? ProgramStack.hidden(all) : null;
    if (hidden == null) {
      return all;
    }
    List<StackTraceElement> shown = new ArrayList<>(all.length);
    for (int i = 0; i < all.length; i++) {
      if (!hidden[i]) {
        shown.add(named(all[i]));
      }
    }
    return shown.toArray(StackTraceElement[]::new);
  }

  /** Runs a function while the calling thread sees all frames. */
  static <T> T withAll(Supplier<T> found) {
    ALL_SHOWN.set(true);
    try {
      return found.get();
    } finally {
      ALL_SHOWN.remove();
    }
  }

  /** The frame with the name that a method of the program has without FTMPJ. */
  private static StackTraceElement named(StackTraceElement frame) {
    return !frame.getMethodName().equals(ProgramStack.CONSTRUCTOR)
        ? frame
        : new StackTraceElement(
            null, // not shown of the application's loader
            frame.getModuleName(),
            frame.getModuleVersion(),
            frame.getClassName(),
            "<init>",
            frame.getFileName(),
            frame.getLineNumber());
  }
}
