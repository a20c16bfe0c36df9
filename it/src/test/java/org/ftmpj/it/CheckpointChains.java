package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Seed;
import org.junit.jupiter.api.Test;

/**
 * Chains of restarts: a rank of each sample and NAS kernel takes a checkpoint at each of its calls
 * of MPI, one after the other, and is killed after some of them, before anything follows, so that
 * the next incarnation goes on just there. No test of every build; docs/testing.md says how to run
 * it.
 */
class CheckpointChains {
  private static final int MINUTES = Integer.getInteger("chains.minutes", 600);

  /** Of the rank, in each program. */
  private static final int DEATHS = Integer.getInteger("chains.deaths", 20);

  /** At so many calls of the rank there is a checkpoint. */
  private static final int CALLS = Integer.getInteger("chains.calls", 300);

  /** Names, with commas; all if there are none. */
  private static final String PROGRAMS = System.getProperty("chains.programs", "");

  private final Random random = Seed.random("checkpoint chains");
  private int deaths;
  private int checkpoints;

  @Test
  void shouldGoOnFromEachCall() throws IOException {
    long endNs = System.nanoTime() + MINUTES * 60_000_000_000L;
    System.out.println("checkpoint chains: seed " + Seed.base());
    List<String> failed = new ArrayList<>();
    for (Chain.Program program : programs()) {
      if (System.nanoTime() > endNs) {
        break;
      }
      Jobs jobs = new Jobs();
      jobs.begin();
      String wrong = "";
      try {
        run(jobs, program);
      } catch (AssertionError | IOException | RuntimeException e) {
        wrong = e.toString();
      }
      try {
        jobs.end(!wrong.isEmpty(), "CheckpointChains", program.toString());
      } catch (AssertionError e) {
        wrong = e.toString();
      }
      if (!wrong.isEmpty()) {
        System.out.println(program + " FAILED: " + wrong);
        failed.add(program.toString());
      }
    }
    System.out.printf(
        "%d checkpoints, %d deaths right after one, failed: %s%n", checkpoints, deaths, failed);
    assertThat(failed).isEmpty();
  }

  private List<Chain.Program> programs() {
    List<Chain.Program> programs = Chain.programs();
    List<String> wanted = Arrays.asList(PROGRAMS.split(","));
    programs.removeIf(program -> !PROGRAMS.isEmpty() && !wanted.contains(program.toString()));
    Collections.shuffle(programs, random);
    return programs;
  }

  /** First without a death, which tells at how many calls there is a checkpoint. */
  private void run(Jobs jobs, Chain.Program program) throws IOException {
    int rank = random.nextInt(program.spec().ranks());
    Chain whole = Chain.of(jobs, program, rank, 0, 1, CALLS);
    say(program, rank, whole);
    if (whole.checkpoints() > 0) {
      int deaths = Math.min(DEATHS, whole.checkpoints());
      say(program, rank, Chain.of(jobs, program, rank, deaths, whole.checkpoints() / deaths, 0));
    }
  }

  private void say(Chain.Program program, int rank, Chain chain) {
    checkpoints += chain.checkpoints();
    deaths += chain.deaths();
    System.out.println(program + ", rank " + rank + ": " + chain);
  }
}
