package org.ftmpj.samples.nas;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ftmpj.samples.Arguments;

/**
 * What a kernel is to do.
 *
 * @param size its problem
 * @param ownIterations how many iterations, or 0 for those of the class, for which alone there are
 *     reference values
 * @param timed whether to say how long it took; without that no clock is read, and the output is
 *     the same in every run
 */
public record Settings(ProblemClass size, int ownIterations, boolean timed) {
  static final String USAGE = "Arguments: [S|W|A [iterations]] [--time]";

  private static final String TIME = "--time";

  static Settings of(String[] arguments) {
    List<String> rest = new ArrayList<>(Arrays.asList(arguments));
    boolean timed = rest.remove(TIME);
    if (rest.size() > 2) {
      throw new IllegalArgumentException("Too many arguments: " + rest);
    }
    ProblemClass size = rest.isEmpty() ? ProblemClass.S : ProblemClass.of(rest.get(0));
    int iterations = Arguments.positive(rest.toArray(new String[0]), 1, 0);
    return new Settings(size, iterations, timed);
  }

  /**
   * How many iterations to do.
   *
   * @param ofClass how many belong to the class
   */
  public int iterations(int ofClass) {
    return ownIterations == 0 ? ofClass : ownIterations;
  }
}
