package org.ftmpj.protocol.rank;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.ftmpj.protocol.thread.EventOrder;
import org.ftmpj.protocol.thread.Threads;
import org.ftmpj.protocol.thread.Turns;

/**
 * What the threads of a program have done one after the other, and what that has given to them. It
 * stands for the program's own state in a checkpoint: done again in the same order, without a rank,
 * it brings the program to where it was.
 */
public final class Trace {

  /** What a thread has done. */
  public enum Kind {
    /** It has said its next operation, or has ended. */
    SAID,
    /** Its operation has begun. */
    BEGUN,
    /** Its operation is done. */
    DONE,
    /** It was given the payload of a message. */
    COPIED
  }

  /**
   * One step.
   *
   * @param thread its number
   * @param given what came of it; null if that is nothing
   */
  public record Step(int thread, Kind kind, Object given) {}

  private final List<Step> steps;

  /** How many of them the program has done. */
  private int next;

  /** Numbers the threads while steps are done again. */
  private final EventOrder order = new Threads(new Turns(), new Alone()).order();

  /** Nothing is recorded. */
  private static final class Alone implements EventOrder.Rank {
    @Override
    public void begin() {}

    @Override
    public void record(int thread, int events) {}

    @Override
    public void advance() {}

    @Override
    public boolean isLive() {
      return true;
    }

    @Override
    public boolean permits(String thread) {
      return true;
    }

    @Override
    public RuntimeException pastRecord(String thread) {
      throw new AssertionError(thread);
    }
  }

  public Trace() {
    this(List.of());
  }

  private Trace(List<Step> before) {
    steps = new ArrayList<>(before);
  }

  /** One that begins with the first of it, which the program is to do again. */
  public Trace begin(int length) {
    return new Trace(steps.subList(0, length));
  }

  public int length() {
    return steps.size();
  }

  /** Whether the program has not done all of it again. */
  public boolean isAhead() {
    return next < steps.size();
  }

  /** What is to be done again next. */
  public Step peek() {
    return steps.get(next);
  }

  /** What came of the next step, which has to be that one. */
  Object next(int thread, Kind kind) {
    Step step = steps.get(next++);
    if (step.thread() != thread || step.kind() != kind) {
      throw new AssertionError(step + " was done before, now " + kind + " by " + thread);
    }
    return step.given();
  }

  EventOrder order() {
    return order;
  }

  void add(int thread, Kind kind, Object given) {
    steps.add(new Step(thread, kind, given));
    next++;
  }

  /** Other objects stand for the same requests from now on. */
  void replace(Map<Object, Object> others) {
    steps.replaceAll(
        step -> {
          Object other = step.given() == null ? null : others.get(step.given());
          return other == null ? step : new Step(step.thread(), step.kind(), other);
        });
  }
}
