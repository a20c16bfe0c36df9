package org.ftmpj.interceptors.weave;

import java.util.function.LongSupplier;

/** A class such as programs have. The self-test has it woven like one. */
public final class Canary {

  /** Reads the clock by a call and by a method reference. */
  public static long[] readClock() {
    LongSupplier reference = System::nanoTime;
    return new long[] {System.nanoTime(), reference.getAsLong()};
  }

  private Canary() {}
}
