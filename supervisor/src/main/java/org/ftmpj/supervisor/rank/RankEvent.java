package org.ftmpj.supervisor.rank;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.ftmpj.supervisor.record.RecoveryReport;

/** An event of one rank, in order. */
public sealed interface RankEvent {

  /** The start of that incarnation's process. */
  record Started(int incarnation, long pid, Instant when) implements RankEvent {}

  /**
   * The death of a process without an exit record, after it has been reaped; the next incarnation
   * follows after the pause.
   *
   * @param report the crash report of its Java virtual machine
   */
  record Died(
      int incarnation, ProcessStatus status, Optional<Path> report, Instant noticed, Duration pause)
      implements RankEvent {}

  /**
   * A sign that the incarnation is still repeating what earlier ones have done.
   *
   * @param repeated the number of operations that it has repeated
   * @param farthest the number that earlier ones had reached
   */
  record Recovering(int incarnation, long repeated, long farthest) implements RankEvent {}

  /**
   * The end of processes that a dead incarnation had started.
   *
   * @param processes in words
   */
  record OrphansKilled(int incarnation, List<String> processes) implements RankEvent {}

  /**
   * The end of a recovery: the rank is live again.
   *
   * @param sinceDeath since the first unrecovered death was noticed
   */
  record Recovered(RecoveryReport report, Instant when, Duration sinceDeath) implements RankEvent {}

  /** The end of the rank, after which nothing follows. */
  record Ended(int incarnation, RankOutcome outcome, Instant when) implements RankEvent {}
}
