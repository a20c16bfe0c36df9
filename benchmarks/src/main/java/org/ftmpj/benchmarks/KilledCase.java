package org.ftmpj.benchmarks;

import java.io.IOException;

/**
 * A case of MPI/FT of which one rank was killed.
 *
 * @param killed what was seen of the rank from outside
 * @param run ended well
 */
record KilledCase(Killed killed, Run run) {
  private static final int RANK = 1;

  /** Operations until a program runs as it will. */
  private static final long FIRST = 1000;

  private static final int ALL = 100;

  /** What a case does without a kill, by which its progress is known. */
  record Whole(Run run, long ofRank, long ofAll) {}

  static Whole whole(Jobs jobs, Variant variant, CheckpointedCase which)
      throws IOException, InterruptedException {
    try (RetainedJob job = new RetainedJob(jobs.scratch())) {
      Run run = which.start(jobs, variant, job.options()).await();
      return new Whole(
          run,
          job.countersOf(RANK).operations(),
          job.counters(CheckpointedCase.RANKS).operations());
    }
  }

  /** Kills a rank that is not rank 0 when so many percent have been done. */
  static KilledCase at(int percent, Whole whole, Jobs jobs, Variant variant, CheckpointedCase which)
      throws IOException, InterruptedException {
    try (RetainedJob job = new RetainedJob(jobs.scratch())) {
      Running running = which.start(jobs, variant, job.options());
      Killed killed;
      Run run;
      try {
        long first = Math.min(FIRST, whole.ofRank * percent / (2 * ALL));
        killed = Killed.watch(running, job.layout(), RANK, first, whole.ofAll * percent / ALL);
      } finally {
        run = running.await();
      }
      return new KilledCase(killed, run);
    }
  }
}
