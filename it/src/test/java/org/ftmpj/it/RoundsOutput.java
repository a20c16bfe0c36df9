package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.Notices;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.program.Rounds;

/** What a job of {@link Rounds} prints, in all of its runs together. */
final class RoundsOutput {
  private RoundsOutput() {}

  /** Waits until rank 0 has printed so many lines in this run. */
  static void await(Job job, int lines) {
    job.awaitBeforeEnd("line " + lines, () -> job.linesOf(0) >= lines);
  }

  /** The same of a job that was stopped: ranks have come to different rounds, within a line. */
  static void requireEachRoundOnceSoFar(int ranks, Result... runs) {
    String all = text(0, runs);
    requireRounds(all.substring(0, all.lastIndexOf(';') + 1));
    for (int rank = 1; rank < ranks; rank++) {
      String other = text(rank, runs);
      int both = Math.min(all.length(), other.length());
      assertThat(other.substring(0, both)).as("rank " + rank).isEqualTo(all.substring(0, both));
    }
  }

  private static void requireRounds(String all) {
    String[] rounds = all.split(";");
    for (int round = 1; round <= rounds.length; round++) {
      assertThat(rounds[round - 1]).startsWith("round " + round + ": ");
    }
  }

  /** Each round is there once, in order, and of all ranks the same. */
  static void requireEachRoundOnce(int ranks, Result... runs) {
    String all = text(0, runs);
    requireRounds(all);
    for (int rank = 1; rank < ranks; rank++) {
      assertThat(text(rank, runs)).as("rank " + rank).isEqualTo(all);
    }
    for (Result run : runs) {
      assertThat(run.errText()).doesNotContain(Notices.OTHER_OUTPUT);
    }
  }

  /** A line may come in two pieces. */
  private static String text(int rank, Result... runs) {
    List<String> lines = new ArrayList<>();
    for (Result run : runs) {
      lines.addAll(run.out(rank));
    }
    return String.join("", lines);
  }
}
