package org.ftmpj.protocol.match;

/**
 * A list whose elements carry its links, so that adding or removing an element anywhere allocates
 * nothing. One thread.
 *
 * @param <T> the type of the elements, each of which is in one list at a time
 */
final class IntrusiveList<T extends IntrusiveList.Link<T>> {
  private T first;
  private T last;

  /** The base class of elements. */
  abstract static class Link<T extends Link<T>> {
    private T previous;
    private T next;

    /** The element after this one; null if it is the last. */
    final T next() {
      return next;
    }
  }

  /** The first element; null if there is none. */
  T first() {
    return first;
  }

  /** Appends an element, which must be in no list. */
  void add(T element) {
    Link<T> link = element;
    link.previous = last;
    if (last == null) {
      first = element;
    } else {
      Link<T> before = last;
      before.next = element;
    }
    last = element;
  }

  /** Removes an element, which must be in this list. */
  void remove(T element) {
    Link<T> link = element;
    Link<T> before = link.previous;
    Link<T> after = link.next;
    if (before == null) {
      first = link.next;
    } else {
      before.next = link.next;
    }
    if (after == null) {
      last = link.previous;
    } else {
      after.previous = link.previous;
    }
    link.previous = null;
    link.next = null;
  }
}
