package org.ftmpj.protocol.match;

import java.util.ArrayDeque;
import java.util.function.Supplier;

/**
 * Objects that are not in use and wait to be used again, at most 256 of them. One thread.
 *
 * @param <T> their type
 */
final class FreeList<T> {
  private static final int MOST = 256;

  private final Supplier<T> maker;
  private final ArrayDeque<T> free = new ArrayDeque<>();

  /**
   * @param maker makes one if none is free
   */
  FreeList(Supplier<T> maker) {
    this.maker = maker;
  }

  /** An unused object. */
  T take() {
    T taken = free.pollLast();
    return taken == null ? maker.get() : taken;
  }

  /**
   * Returns an object that is no longer in use, to be used again or collected. Keeps it, or leaves
   * it to the garbage collector.
   */
  void add(T unused) {
    if (free.size() < MOST) {
      free.addLast(unused);
    }
  }
}
