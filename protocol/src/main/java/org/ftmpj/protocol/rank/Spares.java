package org.ftmpj.protocol.rank;

/**
 * Objects that are over and may serve again; not more than a few kilobytes of them. One thread.
 *
 * @param <T> of which each is in one chain at a time
 */
final class Spares<T extends Chain.Link<T>> {
  private static final int MOST = 256;

  private final Chain<T> spare = new Chain<>();

  /** One that is over; null if there is none. */
  T take() {
    return spare.poll();
  }

  /** Keeps it, or leaves it to the garbage collector. */
  void add(T over) {
    if (spare.size() < MOST) {
      spare.add(over);
    }
  }
}
