package org.ftmpj.supervisor.ending;

import java.util.Optional;

/** The line for the user that explains why a job ended with another code than 0. */
public final class EndNotice {
  private EndNotice() {}

  /**
   * The line; empty if there is nothing to explain, or an error explains it.
   *
   * @param stopped the number of ranks that were still running and were stopped
   */
  public static Optional<String> of(JobEnd ending, int stopped) {
    if (ending instanceof JobEnd.Signalled signalled) {
      return Optional.of("the job was " + signalled + others(stopped, ""));
    }
    if (ending instanceof JobEnd.Stopped stop) {
      return Optional.of("the job was stopped: " + stop);
    }
    return ending instanceof JobEnd.Over over && !over.cause().isEmpty()
        ? Optional.of(over.cause() + others(stopped, "other "))
        : Optional.empty();
  }

  private static String others(int stopped, String other) {
    return switch (stopped) {
      case 0 -> "";
      case 1 -> "; 1 " + other + "rank was stopped";
      default -> "; " + stopped + " " + other + "ranks were stopped";
    };
  }
}
