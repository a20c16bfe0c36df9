package org.ftmpj.protocol.rank;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whole jobs on simulated logs, with crashes at every kind of step. */
class SimulationTest {

  @Test
  void shouldEndAsIfNothingHadDiedWhateverDies() throws Throwable {
    int crashes = 0;
    for (long seed = 1; seed <= 400; seed++) {
      crashes += simulate(seed);
    }
    assertThat(crashes).as("crashes simulated").isGreaterThan(800);
  }

  /** Returns the number of crashes. */
  private static int simulate(long seed) throws Throwable {
    int size = 2 + (int) (seed % 3);
    SimulatedJob job = new SimulatedJob(size, seed);
    List<Runnable> ranks = new ArrayList<>();
    for (int rank = 0; rank < size; rank++) {
      job.crashIn[rank] = 1 + job.baton.nextInt(150);
      ranks.add(new RandomProgram(job, rank, seed, 6)::runToTheEnd);
    }
    try {
      job.baton.run(ranks);
    } catch (Throwable t) {
      throw new AssertionError("seed " + seed, t);
    }
    int crashes = 0;
    for (int rank = 0; rank < size; rank++) {
      crashes += job.crashes[rank];
      assertThat(job.outputs.get(rank))
          .as("seed " + seed)
          .anyMatch(line -> line.contains("ends with"));
    }
    return crashes;
  }
}
