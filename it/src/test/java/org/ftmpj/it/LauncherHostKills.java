package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.Stream;
import org.ftmpj.it.generate.Told;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Notices;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.it.net.LauncherHostLoss;
import org.ftmpj.it.net.LauncherHostLoss.Moment;
import org.ftmpj.it.net.LosableHosts;
import org.ftmpj.it.program.generated.Generated;
import org.ftmpj.it.program.generated.Setup;
import org.junit.jupiter.api.Test;

/**
 * Jobs at level {@code quorum} on hosts, network namespaces, of which the launcher's is lost, with
 * ranks of its own, many times over samples, NAS kernels and generated programs. No test of every
 * build; docs/testing.md says how to run it.
 */
class LauncherHostKills {
  /** So many at least, unless the minutes are over. */
  private static final int KILLS = Integer.getInteger("launcher.kills", 30);

  private static final int MINUTES = Integer.getInteger("launcher.minutes", 60);

  /** Names of samples and kernels, with commas, or {@link #GENERATED}; all if there are none. */
  private static final String PROGRAMS = System.getProperty("launcher.programs", "");

  /** Names of moments, with commas; all if there are none. */
  private static final String MOMENTS = System.getProperty("launcher.moments", "");

  private static final String GENERATED = "GENERATED";

  /** So many entries of the list of programs are generated ones. */
  private static final int GENERATED_SEEDS = 4;

  private static final int GENERATED_ROUNDS = 40;

  private final Random random = Seed.random("launcher host kills");
  private final List<Integer> successorMs = new ArrayList<>();
  private final List<Integer> movedMs = new ArrayList<>();
  private int kills;
  private int ended;
  private int repeated;

  /**
   * A program. One of the first two is null, or both.
   *
   * @param seed of a generated one
   */
  private record Trial(Sample sample, NasIT.Kernel kernel, long seed) {
    @Override
    public String toString() {
      return sample != null
          ? sample.name()
          : kernel != null ? kernel.name() : GENERATED + " " + seed;
    }

    JobSpec spec() {
      if (sample != null) {
        return sample.spec();
      }
      return kernel != null
          ? kernel.spec()
          : JobSpec.of(
                  Generated.class, Setup.of(seed, GENERATED_ROUNDS).withBytes(1 << 20).arguments())
              .jvm("-Xmx512m", "-XX:MaxDirectMemorySize=1g");
    }

    /** About so many lines, of which most come while it computes; 0 for others. */
    int lines(Jobs jobs) throws IOException {
      if (sample != null) {
        return References.of(sample, spec(), jobs).result().out().size();
      }
      return kernel != null ? 0 : GENERATED_ROUNDS * spec().ranks();
    }

    void verify(Result result, LauncherHostLoss loss, Jobs jobs) throws IOException {
      if (sample != null) {
        References.Reference reference = References.of(sample, spec(), jobs);
        Result whole = result.inWholeLines(reference.result());
        sample.verify(whole, loss.job().directory(), reference);
      } else if (kernel != null) {
        assertThat(result.out(0)).containsOnlyOnce(NasIT.VERIFIED);
      } else {
        Told.verifyPrinted(result, spec().ranks());
      }
      assertThat(result.errText()).doesNotContain(Notices.OTHER_OUTPUT);
    }
  }

  @Test
  void shouldComputeTheSame() throws IOException {
    long endNs = System.nanoTime() + MINUTES * 60_000_000_000L;
    System.out.println("launcher host kills: seed " + Seed.base());
    List<Trial> trials = trials();
    List<Moment> moments =
        Arrays.stream(Moment.values()).filter(moment -> isWanted(MOMENTS, moment.name())).toList();
    List<String> failed = new ArrayList<>();
    int runs = 0;
    while (kills < KILLS && System.nanoTime() < endNs) {
      Trial trial = trials.get(runs % trials.size());
      Moment moment = moments.get(runs % moments.size());
      boolean own = random.nextBoolean();
      String run = "run %d %s %s%s".formatted(++runs, trial, moment, own ? " own loggers" : "");
      Jobs jobs = new Jobs();
      jobs.begin();
      String wrong = wrong(jobs, trial, moment, own, run);
      try {
        jobs.end(!wrong.isEmpty(), "LauncherHostKills", run);
      } catch (AssertionError e) {
        wrong = e.getMessage();
        System.out.println(run + ": " + wrong);
      }
      if (!wrong.isEmpty()) {
        failed.add(run + ": " + wrong.lines().findFirst().orElse(""));
      }
    }
    Collections.sort(successorMs);
    Collections.sort(movedMs);
    System.out.printf(
        "%d runs, launcher's host lost %d times, %d of these jobs ended with it, in the beginning;"
            + " %d lines came twice; ms until the next coordinator %s, until its ranks were elsewhere %s;"
            + " failed: %s%n",
        runs, kills, ended, repeated, successorMs, movedMs, failed);
    assertThat(failed).isEmpty();
  }

  private List<Trial> trials() {
    List<Trial> trials = new ArrayList<>();
    Stream.of(Sample.values()).map(sample -> new Trial(sample, null, 0)).forEach(trials::add);
    Stream.of(NasIT.Kernel.values()).map(kernel -> new Trial(null, kernel, 0)).forEach(trials::add);
    for (int i = 0; i < GENERATED_SEEDS; i++) {
      trials.add(new Trial(null, null, random.nextInt(1000)));
    }
    trials.removeIf(trial -> !isWanted(PROGRAMS, trial.toString().split(" ")[0]));
    Collections.shuffle(trials, random);
    return trials;
  }

  private static boolean isWanted(String names, String name) {
    return names.isEmpty() || List.of(names.split(",")).contains(name);
  }

  /** Runs a program and says what is wrong; empty if nothing is. */
  private String wrong(Jobs jobs, Trial trial, Moment moment, boolean own, String run)
      throws IOException {
    long startNs = System.nanoTime();
    String wrong = "";
    String what = "";
    int lines = trial.lines(jobs);
    try (LosableHosts hosts = LosableHosts.in(jobs.directory(), own)) {
      LauncherHostLoss loss = new LauncherHostLoss(jobs, hosts, trial.spec(), lines, random);
      LauncherHostLoss.End end = loss.at(moment, own);
      what = count(end);
      if (!end.withLauncher()) {
        trial.verify(end.result(), loss, jobs);
      }
      hosts.deleteEmpty(loss.job());
    } catch (AssertionError | RuntimeException e) {
      wrong = e.toString();
    }
    System.out.printf(
        "%s: %s, %d ms, %s%n",
        run, what, (System.nanoTime() - startNs) / 1_000_000, wrong.isEmpty() ? "right" : wrong);
    return wrong;
  }

  private String count(LauncherHostLoss.End end) {
    if (!end.lost()) {
      return "over before";
    }
    kills++;
    if (end.withLauncher()) {
      ended++;
      return "ended with its launcher";
    }
    repeated += end.repeated();
    end.successorMs().ifPresent(successorMs::add);
    end.movedMs().ifPresent(movedMs::add);
    return "next coordinator after %s ms, ranks elsewhere after %s ms, %d lines twice"
        .formatted(text(end.successorMs()), text(end.movedMs()), end.repeated());
  }

  private static String text(OptionalInt ms) {
    return ms.isPresent() ? Integer.toString(ms.getAsInt()) : "-";
  }
}
