package org.ftmpj.checkpoint.program;

import java.util.List;

/**
 * A program that cannot be captured for long, for one reason after the other, and can be after
 * each.
 */
public final class Deferred {
  /** More than {@code Checkpointing.PATIENCE}, which is when it is told. */
  private static final int LONG = 1_100;

  private static double sum;
  private static Above above;

  private static class Above {
    Above(int value) {
      sum += value;
    }
  }

  private static final class Below extends Above {
    Below() {
      super(inConstructor());
    }
  }

  private Deferred() {}

  public static void main(String[] args) {
    List.of(1).forEach(Deferred::inCallback);
    afterCallback();
    above = new Below();
    afterConstructor();
  }

  private static void inCallback(int first) {
    messages(first);
  }

  private static void afterCallback() {
    messages(2);
  }

  private static int inConstructor() {
    messages(3);
    return 1;
  }

  private static void afterConstructor() {
    messages(4);
  }

  private static void messages(int first) {
    for (int i = 0; i < LONG; i++) {
      sum += Messages.exchange(first);
    }
  }

  public static String result() {
    return sum + " " + Messages.count() + (above != null);
  }
}
