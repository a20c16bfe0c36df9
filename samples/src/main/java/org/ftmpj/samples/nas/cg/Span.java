package org.ftmpj.samples.nas.cg;

/**
 * Some rows or columns, one beside the other.
 *
 * @param from the first
 * @param to the first after it
 */
record Span(int from, int to) {
  /** One of equal parts. */
  static Span part(int which, int parts, int whole) {
    return new Span(whole / parts * which, whole / parts * (which + 1));
  }

  boolean holds(int place) {
    return place >= from && place < to;
  }

  int length() {
    return to - from;
  }
}
