package org.ftmpj.agent;

import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.lang.reflect.Field;
import java.util.concurrent.ThreadLocalRandom;
import org.ftmpj.interceptors.weave.ThreadLocalNumbers;

/**
 * The seed of {@link ThreadLocalRandom}, which is a field of the thread. The JDK and FTMPJ draw no
 * such numbers in a program's thread by themselves, so the sequence is the program's.
 */
final class ThreadSeed {
  /** Has to be opened to this class. */
  static final String JDK_PACKAGE = "java.lang";

  private final Instrumentation instrumentation;
  private boolean followsFromSeed;

  ThreadSeed(Instrumentation instrumentation) {
    this.instrumentation = instrumentation;
  }

  /**
   * Seeds the generator of the calling thread.
   *
   * @param ofMain whether that thread runs main
   * @throws ReflectiveOperationException if this JDK keeps the seed elsewhere
   * @throws UnmodifiableClassException if the numbers depend on the thread, too
   */
  void set(long seed, boolean ofMain)
      throws ReflectiveOperationException, UnmodifiableClassException {
    if (!ofMain) {
      requireNothingElse();
    }
    ThreadLocalRandom.current(); // seeds it if nothing has, so that nothing does later
    Field field = Thread.class.getDeclaredField("threadLocalRandomSeed");
    field.setAccessible(true);
    field.setLong(Thread.currentThread(), seed);
  }

  /** Once, and only where it matters: changing a class takes its time. */
  private synchronized void requireNothingElse() throws UnmodifiableClassException {
    if (!followsFromSeed) {
      ThreadLocalNumbers.install(instrumentation);
      followsFromSeed = true;
    }
  }
}
