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

  /** After the last measurement: what follows from them. */
  default void complete(Results results) {}
}
