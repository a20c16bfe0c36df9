package org.ftmpj.checkpoint.frame;

import java.lang.StackWalker.StackFrame;
import java.util.Iterator;
import java.util.Optional;
import org.ftmpj.checkpoint.bridge.Checkpoints;
import org.ftmpj.checkpoint.bridge.MainDriver;
import org.ftmpj.checkpoint.bridge.Resumption;

/**
 * Looks whether a stack can be captured: from the program's main down to here, nothing but
 * rewritten methods at calls that are known, and what the virtual machine puts between them to call
 * a lambda.
 */
final class StackCheck {
  private static final String LAMBDA = "$$Lambda";

  private static final StackWalker WALKER =
      StackWalker.getInstance(
          java.util.Set.of(
              StackWalker.Option.RETAIN_CLASS_REFERENCE, StackWalker.Option.SHOW_HIDDEN_FRAMES));

  private final KnownSites known;
  private boolean isInProgram;
  private boolean isInHandle;

  /** By its twin: before and after it are method handles of ours. */
  private boolean isResumed;

  /** A lambda that calls one would not know that it returns in the middle. */
  private boolean isInConstructor;

  private int frames;

  private StackCheck(KnownSites known) {
    this.known = known;
  }

  /**
   * What was found.
   *
   * @param obstacle what is in the way; empty if nothing is
   * @param frames of the program
   */
  record Result(Optional<String> obstacle, int frames) {}

  /** Looks at the stack of the calling thread, which runs the program's main. */
  static Result of(KnownSites known) {
    StackCheck check = new StackCheck(known);
    return WALKER.walk(
        stack -> {
          Iterator<StackFrame> frames = stack.iterator();
          while (frames.hasNext()) {
            StackFrame frame = frames.next();
            if (frame.getDeclaringClass() == MainDriver.class) {
              return new Result(Optional.empty(), check.frames);
            }
            String obstacle = check.next(frame);
            if (obstacle != null) {
              return new Result(Optional.of(obstacle), check.frames);
            }
          }
          return new Result(Optional.of("main was not called as usual"), check.frames);
        });
  }

  private String next(StackFrame frame) {
    Class<?> type = frame.getDeclaringClass();
    if (!isInProgram) {
      isInProgram = type == Checkpoints.class;
      return null;
    }
    if (type == Resumption.class) {
      isInHandle = false;
      isResumed = true;
      return null;
    }
    if (type.getPackageName().equals("java.lang.invoke")) {
      isInHandle = !isResumed;
      return null;
    }
    if (isInHandle) {
      return "called by a method handle: " + frame;
    }
    if (type.isHidden() && type.getName().contains(LAMBDA)) {
      return isInConstructor ? "constructor called by a method reference: " + frame : null;
    }
    if (type.getClassLoader() != MainDriver.loader()) {
      return frame.toString();
    }
    frames++;
    isResumed = false;
    isInConstructor = frame.getMethodName().equals("<init>");
    return known.contain(frame) ? null : frame.toString();
  }
}
