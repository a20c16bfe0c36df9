package org.ftmpj.interceptors.bridge;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Threads that are made and started in one call, by methods that Java has from 21 on: platform and
 * virtual threads. Methods have the names and signatures of those they stand for, builders as first
 * argument.
 */
public final class ThreadBuilders {
  private ThreadBuilders() {}

  /** The methods themselves, which this code, compiled for Java 17, cannot name. */
  private static final class Builders {
    static final MethodHandle UNSTARTED;
    static final MethodHandle OF_VIRTUAL;

    static {
      try {
        MethodHandles.Lookup lookup = MethodHandles.publicLookup();
        Class<?> builder = Class.forName("java.lang.Thread$Builder");
        Class<?> virtual = Class.forName("java.lang.Thread$Builder$OfVirtual");
        UNSTARTED =
            lookup
                .findVirtual(
                    builder, "unstarted", MethodType.methodType(Thread.class, Runnable.class))
                .asType(MethodType.methodType(Thread.class, Object.class, Runnable.class));
        OF_VIRTUAL =
            lookup
                .findStatic(Thread.class, "ofVirtual", MethodType.methodType(virtual))
                .asType(MethodType.methodType(Object.class));
      } catch (ReflectiveOperationException e) {
        throw new ExceptionInInitializerError(e);
      }
    }
  }

  /** Stands for {@code Thread.Builder.start(Runnable)}. */
  public static Thread start(Object builder, Runnable task) {
    Thread thread = unstarted(builder, task);
    Threading.beforeStart(thread);
    thread.start();
    return thread;
  }

  /** Stands for {@code Thread.startVirtualThread(Runnable)}. */
  public static Thread startVirtualThread(Runnable task) {
    try {
      return start((Object) Builders.OF_VIRTUAL.invokeExact(), task);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  private static Thread unstarted(Object builder, Runnable task) {
    try {
      return (Thread) Builders.UNSTARTED.invokeExact(builder, task);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  private static RuntimeException unchecked(Throwable e) {
    if (e instanceof Error error) {
      throw error;
    }
    return e instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(e);
  }
}
