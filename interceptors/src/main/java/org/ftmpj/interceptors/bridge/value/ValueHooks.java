package org.ftmpj.interceptors.bridge.value;

import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * The services of the rank for redirected calls. Any thread; the implementation decides what is
 * recorded. The program's class loader sees this interface, its implementation is inside the
 * isolated one.
 */
public interface ValueHooks {

  /** A number, from {@code actual} or as it was read before the failure. */
  long number(Source source, LongSupplier actual);

  /** Anything else, from {@code actual} or as it was read before the failure. */
  byte[] data(Source source, Supplier<byte[]> actual);

  /** The generator that unseeded random numbers of the calling thread come from. */
  RandomGenerator generator();

  /** Instead of {@link ThreadLocalRandom#current}. */
  ThreadLocalRandom threadLocalRandom();

  /** The number of the next object that the calling thread asks for its identity hash code. */
  int nextIdentity();

  /** The fields of the program's objects with such numbers. */
  IdentityFields identityFields();

  /**
   * Whether the virtual machine is known not to have made a hash code for an object yet, which has
   * that of identity.
   */
  boolean isWithoutHash(Object object);

  /** Gives such an object its hash code: the next number, or for a class one from its name. */
  void giveHash(Object object);

  /**
   * Stops the rank: an object behind a weak or soft reference is no more, which the program had
   * found there before the failure.
   */
  RuntimeException isGone();

  /** Reports, once in a job, that the program uses something that is not recorded. */
  void unrecorded(String what);

  /** Whether the rank repeats what it did before a failure. */
  boolean isRepeating();

  /** The services for the program's files. */
  FileHooks files();

  /** The services for processes of the program. */
  ChildHooks children();
}
