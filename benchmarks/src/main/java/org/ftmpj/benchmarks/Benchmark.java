package org.ftmpj.benchmarks;

import java.io.IOException;
import java.util.List;

/** Something to measure in several variants. */
interface Benchmark {
  /** What it is called on the command line. */
  String name();

  /** What it measures, in a few words. */
  String title();

  /** What the rows of its plots differ in. */
  default String axis() {
    return "";
  }

  /** Whether that axis is linear, and not logarithmic. */
  default boolean isLinear() {
    return false;
  }

  /** Those that are compared, the one first that the others are compared with. */
  default List<Variant> variants() {
    return List.of(Variant.STOCK, Variant.PROCESS, Variant.HOST);
  }

  /**
   * Measures once in one variant.
   *
   * @param quick whether a tenth of the work will do
   */
  void measure(Jobs jobs, Variant variant, boolean quick, Results results)
      throws IOException, InterruptedException;

  /** How often everything is measured, if nothing else is asked for. */
  default int turns() {
    return 5;
  }

  /** Measures that often in each variant, in turns. */
  default void measureInTurns(Jobs jobs, int turns, boolean quick, Results results)
      throws IOException, InterruptedException {
    for (int turn = 1; turn <= turns; turn++) {
      for (Variant variant : variants()) {
        System.err.printf("bench: %s, %d of %d: %s%n", name(), turn, turns, variant.title());
        measure(jobs, variant, quick, results);
      }
    }
  }

  /** About how long that takes, in seconds; 0 if it is not known. */
  default double seconds(int turns, boolean quick) {
    return 0;
  }

  /** After the last measurement: what follows from them. */
  default void complete(Results results) {}
}
