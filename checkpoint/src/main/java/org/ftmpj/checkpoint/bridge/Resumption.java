package org.ftmpj.checkpoint.bridge;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;

/**
 * Puts frames up again. The twin of a method takes its values from this class and goes on in the
 * middle, by calling the twin of the next frame. One thread at a time. It drops each frame once
 * that is put up, so that the program's garbage can be collected.
 */
public final class Resumption {
  /** The name of a constructor's twin, which cannot have a constructor's name. */
  public static final String CONSTRUCTOR = "ftmpj$constructor";

  private static final MethodType CALL = MethodType.methodType(Object.class, Class.class);

  private static FrameRecord[] frames;

  /** The thread that puts frames up; null if there is none. */
  private static volatile Thread thread;

  private static int next;
  private static FrameRecord current;
  private static int site;
  private static int value;

  private Resumption() {}

  static void prepare(FrameRecord[] from) {
    frames = from;
    next = 0;
    thread = Thread.currentThread();
  }

  /** Whether the calling thread has frames to put up. */
  static boolean isPrepared() {
    return thread == Thread.currentThread();
  }

  /** Links the call of the next twin in place of a call that returns that type. */
  public static CallSite link(Lookup caller, String name, MethodType type)
      throws ReflectiveOperationException {
    MethodHandle call = MethodHandles.lookup().findStatic(Resumption.class, "call", CALL);
    return new ConstantCallSite(
        MethodHandles.insertArguments(call, 0, type.returnType()).asType(type));
  }

  /**
   * Runs the next frame to its end; null if it returns nothing. An exception before all frames are
   * up is not the program's.
   */
  static Object call(Class<?> wanted) throws Throwable {
    current = frames[next];
    frames[next++] = null;
    site = current.site();
    value = 0;
    Object self = current.self();
    boolean makesObject = current.method().equals("<init>") && wanted != void.class;
    try {
      Object result = twin().invokeExact(self);
      return makesObject ? self : result;
    } catch (Throwable e) {
      if (isPrepared()) {
        throw Capture.broken(e);
      }
      throw e;
    }
  }

  /** The twin of the current frame, with arguments that it ignores. */
  private static MethodHandle twin() throws ReflectiveOperationException {
    ClassLoader loader = MainDriver.loader();
    Class<?> owner = Class.forName(current.owner(), false, loader);
    MethodType type =
        MethodType.fromMethodDescriptorString(current.descriptor(), loader)
            .appendParameterTypes(FrameRecord.class);
    Lookup lookup = MethodHandles.privateLookupIn(owner, MethodHandles.lookup());
    boolean isConstructor = current.method().equals("<init>");
    String name = isConstructor ? CONSTRUCTOR : current.method();
    boolean isStatic = current.self() == null;
    MethodHandle twin =
        isStatic
            ? lookup.findStatic(owner, name, type)
            : lookup.findSpecial(owner, name, type, owner);
    Object[] unused = new Object[type.parameterCount()];
    for (int i = 0; i < unused.length; i++) {
      unused[i] = zero(type.parameterType(i));
    }
    twin = MethodHandles.insertArguments(twin, isStatic ? 0 : 1, unused);
    if (isStatic) {
      twin = MethodHandles.dropArguments(twin, 0, Object.class);
    }
    return twin.asType(MethodType.methodType(Object.class, Object.class));
  }

  private static Object zero(Class<?> type) throws ReflectiveOperationException {
    if (!type.isPrimitive()) {
      return null;
    }
    return java.lang.reflect.Array.get(java.lang.reflect.Array.newInstance(type, 1), 0);
  }

  /** The call at which the current frame goes on. */
  public static int site() {
    return site;
  }

  /** The next value of the current frame. */
  public static Object next() {
    return current.values()[value++];
  }

  /** See {@link #next}. */
  public static int nextInt() {
    return (Integer) next();
  }

  /** See {@link #next}. */
  public static long nextLong() {
    return (Long) next();
  }

  /** See {@link #next}. */
  public static float nextFloat() {
    return (Float) next();
  }

  /** See {@link #next}. */
  public static double nextDouble() {
    return (Double) next();
  }

  /** The object of the next frame, which is a constructor's. */
  public static Object made() {
    return frames[next].self();
  }

  /** Notes that the innermost frame is up. */
  public static void done() {
    current = null;
    frames = null;
    thread = null;
    if (Thread.currentThread() == MainDriver.thread()) {
      Checkpoints.hooks().up();
    }
  }

  /** See {@link CheckpointHooks#putFinal}. */
  public static void putFinal(Object object, Object value, Class<?> declaring, String field) {
    Checkpoints.hooks().putFinal(object, declaring, field, value);
  }

  /** The error for a twin that does not know the site of its frame. */
  public static Error unknownSite() {
    throw new IllegalStateException("no such call to go on at: " + current);
  }
}
