package org.ftmpj.protocol.match;

import java.util.ArrayDeque;
import java.util.function.Supplier;

/**
 * A pool of at most 256 unused objects for reuse. One thread.
 *
 * @param <T> their type
 */
final class FreeList<T> {
  private static final int MOST = 256;

  private final Supplier<T> maker;
  private final ArrayDeque<T> free = new ArrayDeque<>();

  /**
   * @param maker creates an object if none is free
   */
  FreeList(Supplier<T> maker) {
    this.maker = maker;
  }

  /** An unused object. */
  T take() {
    T taken = free.pollLast();
    return taken == null ? maker.get() : taken;
  }

  /** Puts back an object that is no longer in use, or leaves it to the garbage collector. */
  void add(T unused) {
    if (free.size() < MOST) {
      free.addLast(unused);
    }
  }
}
