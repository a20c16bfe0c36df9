package org.ftmpj.checkpoint.program;

import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** A program that makes few calls in much time, at none of which it can be captured. */
public final class Slow {
  private static final int CALLS = 8;
  private static final long REST_NS = 300_000_000L;

  private static double sum;

  private Slow() {}

  public static void main(String[] args) {
    List.of(1).forEach(Slow::messages);
  }

  private static void messages(int first) {
    for (int i = 0; i < CALLS; i++) {
      LockSupport.parkNanos(REST_NS);
      sum += Messages.exchange(first);
    }
  }

  public static String result() {
    return String.valueOf(sum);
  }
}
