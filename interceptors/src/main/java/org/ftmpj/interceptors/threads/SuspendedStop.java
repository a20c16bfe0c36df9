package org.ftmpj.interceptors.threads;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.function.Predicate;
import org.ftmpj.protocol.thread.JvmStop;

/**
 * Stops threads while they are suspended. {@link Thread#stop} resumes a thread before it stops it,
 * so this calls the native method behind it. Up to Java 19; {@code java.lang} has to be open to the
 * module of this class.
 */
@SuppressWarnings({"deprecation", "removal"})
final class SuspendedStop implements JvmStop {
  private static final SuspendedStop INSTANCE = new SuspendedStop();

  private final MethodHandle stop;

  private SuspendedStop() {
    try {
      stop =
          MethodHandles.privateLookupIn(Thread.class, MethodHandles.lookup())
              .findVirtual(Thread.class, "stop0", MethodType.methodType(void.class, Object.class));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this Java has another Thread.stop", e);
    }
    throwIn(new Thread(() -> {}), new ThreadDeath()); // links the call, which takes locks
  }

  static SuspendedStop get() {
    return INSTANCE;
  }

  @Override
  public void stop(Thread target) {
    target.stop();
  }

  @Override
  public boolean stopIf(Thread target, Predicate<Thread> place) {
    if (!place.test(target)) {
      return false;
    }
    ThreadDeath death = new ThreadDeath();
    target.suspend();
    try {
      boolean right = place.test(target);
      if (right) {
        throwIn(target, death);
      }
      return right;
    } finally {
      target.resume();
    }
  }

  private void throwIn(Thread target, Object death) {
    try {
      stop.invokeExact(target, death);
    } catch (Throwable e) {
      throw new IllegalStateException("Thread.stop failed", e);
    }
  }
}
