package org.ftmpj.it.program.table;

/**
 * One line of the functional table.
 *
 * @param leastRanks the fewest ranks with which it means anything
 * @param mostRanks the most ranks with which it is worth its time
 */
record Case(String name, int leastRanks, int mostRanks, Body body) {
  /** What a rank does, and reports of it. */
  interface Body {
    void run(Here here, Report report);
  }

  static Case of(String name, Body body) {
    return new Case(name, 1, Integer.MAX_VALUE, body);
  }

  static Case from(int ranks, String name, Body body) {
    return new Case(name, ranks, Integer.MAX_VALUE, body);
  }

  static Case upTo(int ranks, String name, Body body) {
    return new Case(name, 1, ranks, body);
  }

  boolean isWorthwhile(int ranks) {
    return leastRanks <= ranks && ranks <= mostRanks;
  }
}
