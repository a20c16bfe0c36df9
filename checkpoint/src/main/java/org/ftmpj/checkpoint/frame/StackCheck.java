package org.ftmpj.checkpoint.frame;

import java.lang.StackWalker.StackFrame;
import java.util.Iterator;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.ftmpj.checkpoint.bridge.Checkpoints;
import org.ftmpj.checkpoint.bridge.MainDriver;
import org.ftmpj.checkpoint.bridge.ResumedRuns;
import org.ftmpj.checkpoint.bridge.Resumption;

/**
 * Checks whether a stack can be captured: from the beginning of the program's code inwards it may
 * contain only rewritten methods at known calls, and the virtual machine's frames for calls of
 * lambdas.
 */
final class StackCheck {
  private static final String LAMBDA = "$$Lambda";

  private static final StackWalker WALKER =
      StackWalker.getInstance(
          Set.of(StackWalker.Option.RETAIN_CLASS_REFERENCE, StackWalker.Option.SHOW_HIDDEN_FRAMES));

  /** The classes that run the program's code at the bottom of a stack. */
  private static final Set<Class<?>> BOTTOM = Set.of(MainDriver.class, ResumedRuns.class);

  private final KnownSites known;

  /** Null if the innermost frame of the program polls. */
  private final Predicate<Class<?>> isProgram;

  private boolean isInProgram;
  private boolean isInHandle;

  /** Whether the frame runs as a twin, with method handles of ours before and after it. */
  private boolean isResumed;

  /**
   * Whether the frame is a constructor's; a lambda that calls one would not notice its early
   * return.
   */
  private boolean isInConstructor;

  private int frames;

  /** The last frame of the program; null if there was none yet. */
  private StackFrame inner;

  /**
   * @param isProgram null if the innermost frame of the program polls; else it waits
   */
  private StackCheck(KnownSites known, Predicate<Class<?>> isProgram) {
    this.known = known;
    this.isProgram = isProgram;
  }

  /**
   * The result of the check.
   *
   * @param obstacle the obstacle; empty if there is none
   * @param frames number of the program's frames
   */
  record Result(Optional<String> obstacle, int frames) {}

  /**
   * Checks the stack of the calling thread, which runs the program's main, at the poll before a
   * call.
   */
  static Result of(KnownSites known) {
    return new StackCheck(known, null).look();
  }

  /**
   * Checks the stack of the calling thread, which waits in a call that the program has made,
   * outside of the program's classes.
   */
  static Result ofWait(KnownSites known, Predicate<Class<?>> isProgram) {
    return new StackCheck(known, isProgram).look();
  }

  private Result look() {
    return WALKER.walk(
        stack -> {
          Iterator<StackFrame> all = stack.iterator();
          while (all.hasNext()) {
            StackFrame frame = all.next();
            if (BOTTOM.contains(frame.getDeclaringClass())) {
              return new Result(Optional.empty(), frames);
            }
            String obstacle = next(frame);
            if (obstacle != null) {
              return new Result(Optional.of(obstacle), frames);
            }
          }
          return new Result(Optional.of("its code was not called as usual"), frames);
        });
  }

  private String next(StackFrame frame) {
    Class<?> type = frame.getDeclaringClass();
    if (!isInProgram) {
      return isProgram == null ? afterPoll(type) : afterWait(frame);
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
      return inner == null ? frame.toString() : frame + ", which calls " + inner;
    }
    frames++;
    inner = frame;
    isResumed = false;
    isInConstructor = frame.getMethodName().equals("<init>");
    return known.contain(frame) ? null : frame.toString();
  }

  private String afterPoll(Class<?> type) {
    isInProgram = type == Checkpoints.class;
    return null;
  }

  private String afterWait(StackFrame frame) {
    if (!isProgram.test(frame.getDeclaringClass())) {
      return null;
    }
    isInProgram = true;
    frames++;
    inner = frame;
    isInConstructor = frame.getMethodName().equals("<init>");
    return known.containWait(frame) ? null : frame.toString();
  }
}
