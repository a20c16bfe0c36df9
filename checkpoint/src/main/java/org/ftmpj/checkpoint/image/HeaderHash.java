package org.ftmpj.checkpoint.image;

import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * The identity hash code in the first word of an object's header. Its place differs between
 * releases and options of the Java virtual machine, so a probe finds it; the other bits of the
 * word, which may hold the object's class, do not change.
 */
public final class HeaderHash {
  /** The value for an object without a hash code. */
  private static final int NONE = 0;

  /** The value for an object that is or was locked, whose header does not show a hash code. */
  private static final int ELSEWHERE = -1;

  private static final long MASK = 0x7FFF_FFFFL;
  private static final int[] SHIFTS = {8, 11};
  private static final long LOCK_BITS = 7;
  private static final long UNLOCKED = 1;
  private static final int PROBES = 64;
  private static final int SHIFT = probe();

  private HeaderHash() {}

  private static int probe() {
    for (int shift : SHIFTS) {
      if (fits(shift)) {
        return shift;
      }
    }
    throw new FtmpjException(
        ErrorCode.UNKNOWN_OBJECTS,
        "The hash code is not where it is known to be in the header of an object of "
            + System.getProperty("java.vm.version"));
  }

  private static boolean fits(int shift) {
    for (int i = 0; i < PROBES; i++) {
      Object read = new Object();
      if (of(read, shift) != NONE || System.identityHashCode(read) != of(read, shift)) {
        return false;
      }
      Object written = new Object();
      if (!set(written, i + 1, shift) || System.identityHashCode(written) != i + 1) {
        return false;
      }
    }
    return true;
  }

  /** The hash code of an object, {@link #NONE} or {@link #ELSEWHERE}; does not create one. */
  private static int of(Object object, int shift) {
    long header = JdkMemory.getLong(object, 0);
    return (header & LOCK_BITS) == UNLOCKED ? (int) (header >>> shift & MASK) : ELSEWHERE;
  }

  /** The number of bits of the word below the hash code. */
  public static int shift() {
    return SHIFT;
  }

  /** Whether the object certainly has no hash code, which is known only if it is not locked. */
  public static boolean isMissing(Object object) {
    return of(object, SHIFT) == NONE;
  }

  /** Gives an object a hash code if it has none and is not locked. */
  public static void giveTo(Object object, int hash) {
    set(object, hash, SHIFT);
  }

  /**
   * Gives an object its hash code if it has none.
   *
   * @return whether the object now has that hash code
   */
  static boolean set(Object object, int hash) {
    return set(object, hash, SHIFT) || System.identityHashCode(object) == hash;
  }

  /** Removes a hash code that an object was given, if nothing has stored it. */
  static void takeBack(Object object, int hash) {
    while (of(object, SHIFT) == hash) {
      long header = JdkMemory.getLong(object, 0);
      if ((header & LOCK_BITS) == UNLOCKED) {
        JdkMemory.compareAndSetLong(object, 0, header, header & ~(MASK << SHIFT));
      }
    }
  }

  private static boolean set(Object object, int hash, int shift) {
    while (of(object, shift) == NONE) {
      long header = JdkMemory.getLong(object, 0);
      long hashed = header & ~(MASK << shift) | (long) hash << shift;
      if ((header & LOCK_BITS) == UNLOCKED
          && JdkMemory.compareAndSetLong(object, 0, header, hashed)) {
        return true;
      }
    }
    return false;
  }
}
