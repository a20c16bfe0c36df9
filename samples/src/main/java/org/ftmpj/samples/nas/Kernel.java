package org.ftmpj.samples.nas;

/** One of the NAS Parallel Benchmarks, for one problem. All ranks call the same methods. */
public interface Kernel {
  /** The problem in words. */
  String problem();

  /** Sets up the problem; not timed. */
  void prepare();

  /** Solves it. */
  void run();

  /**
   * Compares the solution with the reference values.
   *
   * @return on rank 0 what came of it; of no meaning on others
   */
  Verification verify();

  /** How many operations {@link #run} counts as in the benchmarks' reports. */
  double operations();
}
