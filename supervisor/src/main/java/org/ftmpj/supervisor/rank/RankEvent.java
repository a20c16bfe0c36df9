package org.ftmpj.supervisor.rank;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.ftmpj.supervisor.record.RecoveryReport;

/** What happens to one rank, in order. */
public sealed interface RankEvent {

  /** The process of that incarnation was started. */
  record Started(int incarnation, long pid, Instant when) implements RankEvent {}

  /**
   * It died without an exit record and has been reaped; the next incarnation follows after the
   * pause.
   *
   * @param report what its Java virtual machine has written of a crash
   */
  record Died(
      int incarnation, ProcessStatus status, Optional<Path> report, Instant noticed, Duration pause)
      implements RankEvent {}

  /**
   * The incarnation is still repeating what those before it have done.
   *
   * @param repeated how many operations it has come to
   * @param farthest how many those before had come to
   */
  record Recovering(int incarnation, long repeated, long farthest) implements RankEvent {}

  /**
   * Processes that a dead incarnation had started were killed.
   *
   * @param processes in words
   */
  record OrphansKilled(int incarnation, List<String> processes) implements RankEvent {}

  /**
   * The rank is Recording again.
   *
   * @param sinceDeath from when the first death that was not recovered was noticed
   */
  record Recovered(RecoveryReport report, Instant when, Duration sinceDeath) implements RankEvent {}

  /** The rank has ended; nothing follows. */
  record Ended(int incarnation, RankOutcome outcome, Instant when) implements RankEvent {}
}
