package org.ftmpj.agent;

import java.lang.reflect.Field;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The seed of {@link ThreadLocalRandom}, which is a field of the thread. The JDK and FTMPJ draw no
 * such numbers in a program's thread by themselves, so the sequence is the program's.
 */
final class ThreadSeed {
  /** Has to be opened to this class. */
  static final String JDK_PACKAGE = "java.lang";

  private ThreadSeed() {}

  /**
   * Seeds the generator of the calling thread.
   *
   * @throws ReflectiveOperationException if this JDK keeps the seed elsewhere
   */
  static void set(long seed) throws ReflectiveOperationException {
    ThreadLocalRandom.current(); // seeds it if nothing has, so that nothing does later
    Field field = Thread.class.getDeclaredField("threadLocalRandomSeed");
    field.setAccessible(true);
    field.setLong(Thread.currentThread(), seed);
  }
}
