package org.ftmpj.checkpoint.bridge;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Collects the frames of a thread while they are taken down, one thread at a time. Rewritten code
 * calls it by invokedynamic, so that a compiler spends nothing on code that may never run.
 */
public final class Capture {
  /** The call's arguments are the site, this, then values. */
  public static final String INSTANCE = "instance";

  /** The call's arguments are the site, then values. */
  public static final String STATIC = "statically";

  /** The call's arguments are values that precede those of the next call. */
  public static final String VALUES = "values";

  private static final MethodType TAKE =
      MethodType.methodType(
          void.class, String.class, String.class, String.class, String.class, Object[].class);

  /**
   * The thread whose constructor has returned because its frames are being captured; null if there
   * is none.
   */
  private static volatile Thread leftConstructor;

  private static final List<FrameRecord> taken = new ArrayList<>();
  private static final List<Object> earlier = new ArrayList<>();

  private Capture() {}

  /**
   * Links a call of rewritten code.
   *
   * @param kind one of the constants above
   * @param method name of the method whose frame is captured
   * @param descriptor of that method
   */
  public static CallSite link(
      Lookup caller, String kind, MethodType type, String method, String descriptor)
      throws ReflectiveOperationException {
    MethodHandle take = MethodHandles.lookup().findStatic(Capture.class, "take", TAKE);
    String owner = caller.lookupClass().getName();
    return new ConstantCallSite(
        MethodHandles.insertArguments(take, 0, kind, owner, method, descriptor)
            .asCollector(Object[].class, type.parameterCount())
            .asType(type));
  }

  private static void take(
      String kind, String owner, String method, String descriptor, Object[] arguments) {
    if (kind.equals(VALUES)) {
      Collections.addAll(earlier, arguments);
      return;
    }
    int site = (Integer) arguments[0];
    int first = kind.equals(INSTANCE) ? 2 : 1;
    Object self = kind.equals(INSTANCE) ? arguments[1] : null;
    Collections.addAll(earlier, Arrays.copyOfRange(arguments, first, arguments.length));
    taken.add(new FrameRecord(owner, method, descriptor, site, self, earlier.toArray()));
    earlier.clear();
  }

  /** Notes that a constructor returns to its caller, which goes on unwinding. */
  public static void leaveConstructor() {
    leftConstructor = Thread.currentThread();
  }

  /** Whether a constructor has returned to its caller because its frame was captured. */
  public static boolean isConstructorLeft() {
    return leftConstructor != null && leftConstructor == Thread.currentThread();
  }

  /** Notes that the caller of the constructor goes on unwinding. */
  public static void constructorLeft() {
    leftConstructor = null;
  }

  /**
   * Ends the process when something goes wrong in the middle of a capture or a resumption. Does not
   * return.
   */
  public static Error broken(Throwable why) {
    Checkpoints.hooks().broken(why);
    return new Error("the program cannot go on", why);
  }

  /** Takes the frames, outermost first. */
  static FrameRecord[] frames() {
    Collections.reverse(taken);
    FrameRecord[] frames = taken.toArray(new FrameRecord[0]);
    taken.clear();
    return frames;
  }
}
