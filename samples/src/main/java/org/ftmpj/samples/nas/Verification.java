package org.ftmpj.samples.nas;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Computed values beside those that NASA has published. */
public final class Verification {
  private final double tolerance;
  private final boolean comparable;
  private final List<String> lines = new ArrayList<>();
  private boolean right = true;

  /**
   * Nothing compared yet.
   *
   * @param tolerance the greatest relative error
   * @param comparable whether the reference values are those of what was computed: of as many
   *     iterations
   */
  public Verification(double tolerance, boolean comparable) {
    this.tolerance = tolerance;
    this.comparable = comparable;
  }

  /** A value. */
  public Verification compare(String what, double computed, double reference) {
    return compare(what, computed, reference, Math.abs((computed - reference) / reference));
  }

  /** A value, of which there are others with which it makes one error. */
  public Verification compare(String what, double computed, double reference, double error) {
    // An error that is not a number is none that is small enough.
    return compare(what, text(computed), text(reference), error <= tolerance);
  }

  /** A number of things, which must be exact. */
  public Verification count(String what, long computed, long reference) {
    return compare(what, Long.toString(computed), Long.toString(reference), computed == reference);
  }

  private Verification compare(String what, String computed, String reference, boolean within) {
    right &= within || !comparable;
    lines.add(
        what
            + ": computed "
            + computed
            + (comparable ? ", reference " + reference : "")
            + (comparable && !within ? ", differs" : ""));
    return this;
  }

  private static String text(double value) {
    return String.format(Locale.ROOT, "%.13e", value);
  }

  /** That nothing is wrong that could be compared. */
  boolean right() {
    return right;
  }

  List<String> lines() {
    List<String> all = new ArrayList<>(lines);
    all.add("VERIFICATION " + outcome());
    return all;
  }

  private String outcome() {
    if (!comparable) {
      return "NOT PERFORMED: there are no reference values for so many iterations";
    }
    return right ? "SUCCESSFUL" : "FAILED";
  }
}
