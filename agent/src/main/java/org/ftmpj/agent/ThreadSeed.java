package org.ftmpj.agent;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.Field;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.interceptors.weave.ThreadLocalNumbers;

/**
 * The seed of {@link ThreadLocalRandom}, which is a field of the thread. The JDK and FTMPJ draw no
 * such numbers in a program's thread by themselves, so the sequence is the program's.
 */
final class ThreadSeed {
  /** The package that has to be opened to this class. */
  static final String JDK_PACKAGE = "java.lang";

  private final Instrumentation instrumentation;
  private final Consumer<String> warning;
  private boolean alone;

  /**
   * @param warning told if the numbers depend on something else, too
   */
  ThreadSeed(Instrumentation instrumentation, Consumer<String> warning) {
    this.instrumentation = instrumentation;
    this.warning = warning;
  }

  /**
   * Seeds the generator of the calling thread.
   *
   * @param ofMain whether that thread runs main
   * @throws ReflectiveOperationException if this JDK keeps the seed elsewhere
   */
  void set(long seed, boolean ofMain) throws ReflectiveOperationException {
    if (!ofMain) {
      setAlone();
    }
    ThreadLocalRandom.current(); // seeds it if nothing has, so that nothing does later
    field().setLong(Thread.currentThread(), seed);
  }

  /** The present seed, which follows from the one that was {@link #set}. */
  long get() {
    try {
      return field().getLong(Thread.currentThread());
    } catch (ReflectiveOperationException e) {
      throw unknown(e);
    }
  }

  /** Goes on with the numbers that followed when {@link #get} gave that. */
  void restore(long seed) {
    try {
      set(seed, true);
    } catch (ReflectiveOperationException e) {
      throw unknown(e);
    }
  }

  private static Field field() throws ReflectiveOperationException {
    Field field = Thread.class.getDeclaredField("threadLocalRandomSeed");
    field.setAccessible(true);
    return field;
  }

  private static FtmpjException unknown(Exception why) {
    return new FtmpjException(
        ErrorCode.INTERNAL, "this JDK keeps the seed of ThreadLocalRandom elsewhere: " + why, why);
  }

  /** Has the seed alone decide from here on. Only if it matters: changing a class takes time. */
  private synchronized void setAlone() {
    if (!alone) {
      ThreadLocalNumbers.install(instrumentation, warning);
      alone = true;
    }
  }
}
