package org.ftmpj.protocol.report;

import java.util.List;

/**
 * The first visible difference between a re-execution and the record of what the rank did before.
 *
 * @param clock the rank's operation clock
 * @param site the program's innermost frame, {@code Class.method(File.java:12)}; empty if there is
 *     none
 * @param callers the callers of that frame, the innermost first
 * @param expected what the record says
 * @param actual what the rank did
 * @param usualCause one sentence without a full stop
 * @param before the operations just before it, the latest last
 */
public record Divergence(
    int rank,
    long clock,
    String site,
    List<String> callers,
    String expected,
    String actual,
    String usualCause,
    List<String> before) {
  private static final int OPERATIONS_IN_TEXT = 5;

  public Divergence {
    callers = List.copyOf(callers);
    before = List.copyOf(before);
  }

  /** Describes the divergence in one line. */
  String text() {
    StringBuilder text = new StringBuilder("Rank ").append(rank).append(" at clock ").append(clock);
    text.append(", called ").append(site.isEmpty() ? "from no frame of the program" : "at " + site);
    text.append(", ").append(actual).append(", but the record says: ").append(expected);
    text.append("; usual cause: ").append(usualCause);
    if (!before.isEmpty()) {
      int from = Math.max(0, before.size() - OPERATIONS_IN_TEXT);
      text.append("; before it: ").append(String.join("; ", before.subList(from, before.size())));
    }
    return text.toString();
  }
}
