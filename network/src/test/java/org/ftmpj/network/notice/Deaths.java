package org.ftmpj.network.notice;

import java.util.Arrays;
import java.util.Random;

/** Which of many processes die, and when: 0 is before anything begins. Of one seed. */
final class Deaths {
  private final int[] dies;
  private final boolean[] known;
  private final Random random;
  private int last;

  Deaths(int size, Random random) {
    this.random = random;
    dies = new int[size];
    known = new boolean[size];
    Arrays.fill(dies, Rounds.NEVER);
  }

  int size() {
    return dies.length;
  }

  /** All die at once but one, and each of the others with that probability. */
  void dieBut(int survivor, double probability, int round, boolean isKnown) {
    for (int process = 0; process < dies.length; process++) {
      if (process != survivor
          && dies[process] == Rounds.NEVER
          && random.nextDouble() < probability) {
        dies[process] = round;
        known[process] = isKnown;
        last = Math.max(last, round);
      }
    }
  }

  /** When it dies. */
  int of(int process) {
    return dies[process];
  }

  boolean survives(int process) {
    return dies[process] == Rounds.NEVER;
  }

  /** Whether all know of it when it begins. */
  boolean isKnown(int process) {
    return known[process];
  }

  /** Of all deaths. */
  int last() {
    return last;
  }

  /** All that are not known to be dead, ascending. */
  int[] members() {
    int[] members = new int[dies.length];
    int count = 0;
    for (int process = 0; process < dies.length; process++) {
      if (!known[process]) {
        members[count++] = process;
      }
    }
    return Arrays.copyOf(members, count);
  }
}
