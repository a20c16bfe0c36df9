package org.ftmpj.it.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.ftmpj.it.program.Rounds;

/**
 * A job of {@link Rounds}, which goes on until its test ends it, however long the test takes: so
 * nothing that the test does comes too late.
 */
public final class EndlessJob {
  /** The longest that {@link #pause} waits. */
  private static final int MOST_ROUNDS = 20;

  private final Job job;
  private final Path end;
  private final int ranks;

  private EndlessJob(Job job, Path end, int ranks) {
    this.job = job;
    this.end = end;
    this.ranks = ranks;
  }

  /**
   * Starts it, and waits until all ranks and event loggers are there.
   *
   * @param how with which options
   */
  public static EndlessJob start(Jobs jobs, int ranks, UnaryOperator<JobSpec> how) {
    Path end = jobs.directory().resolve("end");
    JobSpec spec = how.apply(JobSpec.of(Rounds.class, end.toString()).ranks(ranks));
    EndlessJob rounds = new EndlessJob(jobs.start(spec), end, ranks);
    rounds.awaitMore(1);
    return rounds;
  }

  public Job job() {
    return job;
  }

  /** Waits for so many further rounds. */
  public void awaitMore(int rounds) {
    int aim = job.linesOf(0) + rounds;
    job.awaitBeforeEnd("round " + aim, () -> job.linesOf(0) >= aim);
  }

  /** Waits for some rounds, perhaps none. */
  public void pause(Random random) {
    awaitMore(random.nextInt(MOST_ROUNDS));
  }

  /** Kills a rank, which may be starting. */
  public void kill(int rank) {
    Job.kill(job.rank(rank));
  }

  /** Kills a rank, and waits until it has started again. It may not have recovered. */
  public void killAndAwaitNext(int rank) {
    ProcessHandle victim = job.rank(rank);
    Job.kill(victim);
    job.rankAfter(rank, victim);
  }

  /** Has it end, without waiting for that. */
  public void letEnd() throws IOException {
    Files.createFile(end);
  }

  /**
   * Has it come to its end: each rank says {@link Rounds#HELD} last, and then rank 0 waits for
   * {@link #letRead}.
   */
  public void holdAtEnd() throws IOException {
    Files.createFile(hold());
    letEnd();
  }

  /** Has rank 0, which is held, read its standard input. */
  public void letRead() throws IOException {
    Files.delete(hold());
  }

  private Path hold() {
    return end.resolveSibling(Rounds.HOLD);
  }

  /** Ends it, and asserts that all ranks have seen the same, and told each round once. */
  public Result end() throws IOException {
    letEnd();
    Result result = job.lateResult();
    assertThat(result.exitCode()).as(result.errText()).isZero();
    // A line may come in two pieces, if its rank has died or stood still within.
    String all = String.join("", result.out(0));
    String[] rounds = all.split(";");
    for (int round = 1; round <= rounds.length; round++) {
      assertThat(rounds[round - 1]).startsWith("round " + round + ": ");
    }
    for (int rank = 1; rank < ranks; rank++) {
      assertThat(String.join("", result.out(rank))).as("rank " + rank).isEqualTo(all);
    }
    assertThat(result.errText()).doesNotContain(Notices.OTHER_OUTPUT);
    return result;
  }
}
