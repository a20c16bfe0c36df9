package org.ftmpj.interceptors.bridge;

import java.lang.StackWalker.StackFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The frames of a stack without those of FTMPJ between and above the program's. What FTMPJ itself
 * throws, outside of what the program calls directly, has all of its frames.
 */
public final class ProgramStack {
  /** The name of a method that enters a constructor in the middle. */
  public static final String CONSTRUCTOR = "ftmpj$constructor";

  private static final String LOADER = "ftmpj";
  private static final String ADDED = "ftmpj$";
  private static final String INTERCEPTORS = "org.ftmpj.interceptors.bridge.";
  private static final String CHECKPOINT = "org.ftmpj.checkpoint.bridge.";
  private static final String DRIVE = "drive";
  private static final String HANDLES = "java.lang.invoke.";

  private ProgramStack() {}

  /** Whether that frame is one of FTMPJ, or of a method that weaving has added. */
  public static boolean isOurs(StackTraceElement frame) {
    String type = frame.getClassName();
    String method = frame.getMethodName();
    return type.startsWith(INTERCEPTORS)
        || type.startsWith(CHECKPOINT)
        || isInside(frame)
        || method.startsWith(ADDED) && !method.equals(CONSTRUCTOR);
  }

  /** Whether that frame is one of what the program does not call directly. */
  private static boolean isInside(StackTraceElement frame) {
    return LOADER.equals(frame.getClassLoaderName());
  }

  private static boolean isOfJdk(StackTraceElement frame) {
    return frame.getModuleName() != null;
  }

  /**
   * Which frames the program does not see.
   *
   * @return null if there are none
   */
  public static boolean[] hidden(StackTraceElement[] frames) {
    boolean ofProgram = false;
    boolean ours = false;
    for (StackTraceElement frame : frames) {
      boolean isOurs = isOurs(frame);
      ours |= isOurs;
      ofProgram |= !isOurs && !isOfJdk(frame);
    }
    return ours && ofProgram ? hidden(frames, thrownInside(frames)) : null;
  }

  /** The number of frames on top that belong to an exception of FTMPJ. */
  private static int thrownInside(StackTraceElement[] frames) {
    int inside = 0;
    for (int i = 0; i < frames.length && (isInside(frames[i]) || isOfJdk(frames[i])); i++) {
      inside = isInside(frames[i]) ? i + 1 : inside;
    }
    return inside;
  }

  private static boolean[] hidden(StackTraceElement[] frames, int from) {
    boolean[] hidden = new boolean[frames.length];
    for (int i = frames.length - 1; i >= from; i--) {
      boolean below = i + 1 < frames.length && hidden[i + 1];
      hidden[i] = isOurs(frames[i]) || below && frames[i].getClassName().startsWith(HANDLES);
      if (isDriver(frames[i]) && i + 1 < frames.length) {
        hidden[i + 1] = true; // a method of the program that is there only to call it
      }
    }
    hidden[0] |= isCheck(frames[0]) && frames.length > 1 && hidden[1];
    return hidden;
  }

  /** Whether a method of the bridge may have called that to check its first argument. */
  public static boolean isCheck(StackTraceElement frame) {
    String method = frame.getMethodName();
    return method.equals("requireNonNull") && frame.getClassName().equals("java.util.Objects")
        || method.equals("holdsLock") && frame.getClassName().equals("java.lang.Thread");
  }

  private static boolean isDriver(StackTraceElement frame) {
    return frame.getMethodName().equals(DRIVE) && frame.getClassName().startsWith(CHECKPOINT);
  }

  /** Instead of {@link StackWalker#walk}. */
  public static <T> T walk(
      StackWalker walker, Function<? super Stream<StackFrame>, ? extends T> function) {
    return walker.walk(frames -> function.apply(ofProgram(frames.toList()).stream()));
  }

  /** Instead of {@link StackWalker#forEach}. */
  public static void forEach(StackWalker walker, Consumer<? super StackFrame> action) {
    walker.walk(frames -> ofProgram(frames.toList())).forEach(action);
  }

  /** Instead of {@link StackWalker#getCallerClass}. */
  public static Class<?> getCallerClass(StackWalker walker) {
    return walker.walk(
        frames ->
            ofProgram(frames.toList()).stream()
                .skip(1)
                .findFirst()
                .orElseThrow(() -> new IllegalCallerException("no caller frame"))
                .getDeclaringClass());
  }

  private static List<StackFrame> ofProgram(List<StackFrame> frames) {
    boolean[] hidden =
        hidden(
            frames.stream().map(StackFrame::toStackTraceElement).toArray(StackTraceElement[]::new));
    List<StackFrame> shown = new ArrayList<>(frames.size());
    for (int i = 0; i < frames.size(); i++) {
      if (hidden == null || !hidden[i]) {
        shown.add(frames.get(i));
      }
    }
    return shown;
  }
}
