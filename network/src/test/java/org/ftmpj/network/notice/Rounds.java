package org.ftmpj.network.notice;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Simulated time: a message takes a round, what processes do with it no time. One thread. */
final class Rounds {
  /** As a time at which something happens: it does not. */
  static final int NEVER = Integer.MAX_VALUE;

  /** So long after a death those that watch the dead one notice it. */
  static final int ALPHA = 100;

  private final NavigableMap<Integer, List<Runnable>> events = new TreeMap<>();
  private int now = -1;

  int now() {
    return now;
  }

  void at(int round, Runnable event) {
    events.computeIfAbsent(round, none -> new ArrayList<>()).add(event);
  }

  /** Until nothing happens any more. */
  void run() {
    while (!events.isEmpty()) {
      var first = events.pollFirstEntry();
      now = first.getKey();
      first.getValue().forEach(Runnable::run);
    }
  }

  /** What is given for n processes in the bound alpha + gamma log2(n): rounded up. */
  static int log2(int n) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(n - 1);
  }
}
