package org.ftmpj.protocol.rank;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What the calls of a program with one thread have given to it, in their order. It stands for the
 * program's own state in a checkpoint: given the same again, without a rank, the program comes to
 * where it was.
 */
public final class Trace {
  private final List<Object> given;

  /** How much of it the program has been given. */
  private int next;

  public Trace() {
    this(List.of());
  }

  private Trace(List<Object> before) {
    given = new ArrayList<>(before);
  }

  /** One that begins with the first of it, which the program is to be given again. */
  public Trace begin(int length) {
    return new Trace(given.subList(0, length));
  }

  public int length() {
    return given.size();
  }

  /** Whether the program has not been given all of it again. */
  boolean isAhead() {
    return next < given.size();
  }

  Object next() {
    return given.get(next++);
  }

  void add(Object outcome) {
    given.add(outcome);
    next++;
  }

  /** Other objects stand for the same requests from now on. */
  void replace(Map<Object, Object> others) {
    given.replaceAll(one -> others.getOrDefault(one, one));
  }
}
