package org.ftmpj.checkpoint.program;

import java.util.List;

/**
 * A program that cannot be captured for long, for one reason after the other, and can be after
 * each.
 */
public final class Deferred {
  /** More than {@code Checkpointing.PATIENCE}, which is when it is told. */
  private static final int LONG = 1_100;

  private static final Object LOCK = new Object();

  private static double sum;

  private Deferred() {}

  public static void main(String[] args) {
    List.of(1).forEach(Deferred::inCallback);
    afterCallback();
    synchronized (LOCK) {
      inMonitor();
    }
    afterMonitor();
  }

  private static void inCallback(int first) {
    messages(first);
  }

  private static void afterCallback() {
    messages(2);
  }

  private static void inMonitor() {
    messages(3);
  }

  private static void afterMonitor() {
    messages(4);
  }

  private static void messages(int first) {
    for (int i = 0; i < LONG; i++) {
      sum += Messages.exchange(first);
    }
  }

  public static String result() {
    return sum + " " + Messages.count();
  }
}
