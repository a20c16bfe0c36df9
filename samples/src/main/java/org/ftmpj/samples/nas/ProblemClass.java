package org.ftmpj.samples.nas;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * A size for which the NAS Parallel Benchmarks have reference values: the sample size S, the
 * workstation size W, and A, the smallest of those that are meant for parallel machines.
 */
public enum ProblemClass {
  S,
  W,
  A;

  static ProblemClass of(String name) {
    return Arrays.stream(values())
        .filter(size -> size.name().equals(name))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("No class " + name + ", only one of " + all()));
  }

  private static String all() {
    return Arrays.stream(values()).map(Enum::name).collect(Collectors.joining(", "));
  }
}
