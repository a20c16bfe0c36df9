package org.ftmpj.interceptors.bridge.value;

import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.ftmpj.interceptors.bridge.child.ChildHooks;

/**
 * What the redirected calls ask for. Any thread; what is recorded is up to the implementation. The
 * program's class loader sees this interface, its implementation is inside the isolated one.
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

  /** Where objects of the program have such numbers. */
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

  /** Says, once in a job, that the program has asked for something that is not recorded. */
  void unrecorded(String what);

  /** Whether the rank repeats what it did before a failure. */
  boolean isRepeating();

  /** What the program does with files. */
  FileHooks files();

  /** What processes of the program ask of the rank. */
  ChildHooks children();
}
