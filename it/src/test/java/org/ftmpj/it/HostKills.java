package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ftmpj.it.job.HostLoss;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Kills;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.job.LocalHosts;
import org.ftmpj.it.job.Notices;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.junit.jupiter.api.Test;

/**
 * Jobs at level {@code host} whose hosts, all this machine, are killed one after the other, many
 * times over all samples and NAS kernels; with checkpoints single ranks are killed between, which
 * go on from theirs. No test of every build; CONTRIBUTING says how to run it.
 */
class HostKills {
  /** So many at least, unless the minutes are over. */
  private static final int KILLS = Integer.getInteger("host.kills", 100);

  private static final int MINUTES = Integer.getInteger("host.minutes", 60);

  /** Names of samples and kernels, with commas; all if there are none. */
  private static final String PROGRAMS = System.getProperty("host.programs", "");

  /** How often ranks take checkpoints; empty for never. */
  private static final String CHECKPOINTS = System.getProperty("host.checkpoints", "");

  /** Whether these are copied, so that ranks of a host that is killed go on from them elsewhere. */
  private static final boolean COPIES = Boolean.getBoolean("host.copies");

  /** The first two have ranks, the others are spare. */
  private static final List<String> HOSTS = List.of("a", "b", "c", "d", "e");

  private static final int SPARES = 3;
  private static final int RANKS = 3;
  private static final double LATEST = 0.7;

  /** Of a checkpoint, below the temporary directory: user, job, checkpoints, rank, number. */
  private static final int DEPTH = 5;

  /** Of a kernel, which prints little before its end: the longest pause before a kill. */
  private static final int PAUSE_MS = 2_000;

  private static final String RESTARTED = ", restarted from its checkpoint of ";
  private static final String GOES_ON = "; the job goes on, ";
  private static final Pattern MOVED = Pattern.compile("rank \\d+ on (\\w+)");

  private final List<Integer> toldMs = new ArrayList<>();
  private int ranksKilled;
  private int restarted;
  private int recoveries;
  private int saved;
  private int savedAndAwaited;

  /**
   * A program.
   *
   * @param sample null if it is a kernel
   */
  private record Trial(Sample sample, NasIT.Kernel kernel) {
    @Override
    public String toString() {
      return sample == null ? kernel.name() : sample.name();
    }
  }

  @Test
  void shouldComputeTheSame() throws IOException {
    long endNs = System.nanoTime() + MINUTES * 60_000_000_000L;
    Random random = Seed.random("host kills");
    System.out.println("host kills: seed " + Seed.base());
    List<Trial> trials = new ArrayList<>();
    Stream.of(Sample.values()).map(sample -> new Trial(sample, null)).forEach(trials::add);
    Stream.of(NasIT.Kernel.values()).map(kernel -> new Trial(null, kernel)).forEach(trials::add);
    if (!PROGRAMS.isEmpty()) {
      trials.removeIf(trial -> !List.of(PROGRAMS.split(",")).contains(trial.toString()));
    }
    Collections.shuffle(trials, random);
    List<String> failed = new ArrayList<>();
    int runs = 0;
    while (toldMs.size() < KILLS && System.nanoTime() < endNs) {
      String run = "run " + ++runs + " " + trials.get(runs % trials.size());
      Jobs jobs = new Jobs();
      jobs.begin();
      boolean isRight = isRight(jobs, run, trials.get(runs % trials.size()), random);
      try {
        jobs.end(!isRight, "HostKills", run);
      } catch (AssertionError e) {
        isRight = false;
        System.out.println(run + ": " + e);
      }
      if (!isRight) {
        failed.add(run);
      }
    }
    Collections.sort(toldMs);
    System.out.printf(
        "%d runs, %d hosts killed, %d ranks besides, of which %d had a checkpoint and %d of these"
            + " had recovered before the next host was killed; %d restarts from a checkpoint, of %d"
            + " that recovered,"
            + " failed: %s; told of after ms: median %d, all %s%n",
        runs,
        toldMs.size(),
        ranksKilled,
        saved,
        savedAndAwaited,
        restarted,
        recoveries,
        failed,
        toldMs.get(toldMs.size() / 2),
        toldMs);
    assertThat(failed).isEmpty();
  }

  private boolean isRight(Jobs jobs, String run, Trial trial, Random random) {
    int before = toldMs.size();
    long startNs = System.nanoTime();
    String verdict = "right";
    try {
      if (trial.sample == null) {
        verify(jobs, trial, random);
      } else {
        compare(jobs, trial, random);
      }
    } catch (AssertionError | IOException | RuntimeException e) {
      verdict = e.toString();
    }
    System.out.printf(
        "%s: %d hosts killed, %d ms, %s%n",
        run, toldMs.size() - before, (System.nanoTime() - startNs) / 1_000_000, verdict);
    return verdict.equals("right");
  }

  private static JobSpec on(Jobs jobs, JobSpec spec) {
    JobSpec with = spec.level(Level.HOST).with("--spares", "" + SPARES);
    if (!CHECKPOINTS.isEmpty()) {
      with = with.with("--checkpoint-every", CHECKPOINTS);
    }
    if (COPIES) {
      with = with.with("--checkpoint-dir", jobs.directory().resolve("copies").toString());
    }
    return LocalHosts.in(jobs.directory()).on(String.join(",", HOSTS), with);
  }

  private void compare(Jobs jobs, Trial trial, Random random) throws IOException {
    JobSpec spec = trial.sample.spec().ranks(RANKS);
    References.Reference reference = References.of(trial.sample, spec, jobs);
    Job job = jobs.start(on(jobs, spec));
    Kills moments = new Kills(job, reference.result().out().size());
    double[] fractions = random.doubles(SPARES, 0, LATEST).sorted().toArray();
    job.awaitOrEnd("some output", () -> job.linesOfRanks() > 0);
    kill(job, random, number -> moments.awaitFraction(fractions[number]));
    Result result = result(job).inWholeLines(reference.result());
    trial.sample.verify(result, job.directory(), reference);
  }

  /** A kernel says itself whether it is right. */
  private void verify(Jobs jobs, Trial trial, Random random) {
    Job job = jobs.start(on(jobs, trial.kernel.spec()));
    job.rank(0);
    kill(job, random, number -> pause(random.nextInt(PAUSE_MS)));
    Result result = result(job);
    assertThat(result.exitCode()).as(result.errText()).isZero();
    assertThat(result.out(0)).containsOnlyOnce(NasIT.VERIFIED);
    assertThat(result.errText()).doesNotContain(Notices.OTHER_OUTPUT);
  }

  private Result result(Job job) {
    Result result = job.lateResult();
    restarted += (int) result.errText().lines().filter(line -> line.contains(RESTARTED)).count();
    recoveries +=
        (int) result.errText().lines().filter(line -> line.contains(Notices.RECOVERED)).count();
    return result;
  }

  /** The moment of a kill. */
  @FunctionalInterface
  private interface Moment {
    void await(int number);
  }

  /** Kills hosts that have ranks, one of three while those of the one before are repeated. */
  private void kill(Job job, Random random, Moment moment) {
    Set<String> having = new TreeSet<>(HOSTS.subList(0, HOSTS.size() - SPARES));
    for (int kill = 0; kill < SPARES; kill++) {
      if (kill == 0 || random.nextInt(3) > 0) {
        moment.await(kill);
      }
      if (!CHECKPOINTS.isEmpty() && random.nextBoolean()) {
        killOne(job, random);
      }
      String victim = List.copyOf(having).get(random.nextInt(having.size()));
      int told = job.errors(GOES_ON).size();
      long startNs = System.nanoTime();
      if (!HostLoss.of(job, 1 + HOSTS.indexOf(victim))) {
        return;
      }
      job.awaitOrEnd("loss of " + victim, () -> job.errors(GOES_ON).size() > told);
      if (job.errors(GOES_ON).size() == told) {
        return; // It has ended before.
      }
      toldMs.add((int) ((System.nanoTime() - startNs) / 1_000_000));
      having.remove(victim);
      MOVED.matcher(job.errors(GOES_ON).get(told)).results().forEach(to -> having.add(to.group(1)));
    }
  }

  /**
   * It may just be starting elsewhere, or have ended. Every second time the next host is killed
   * only when the rank has recovered: from a checkpoint, if it had one on its host.
   */
  private void killOne(Job job, Random random) {
    int rank = random.nextInt(RANKS);
    String recovered = "rank " + rank + Notices.RECOVERED;
    int before = job.errors(recovered).size();
    boolean isSaved = isSaved(job, rank);
    Optional<ProcessHandle> process = job.rankIfThere(rank);
    boolean isAwaited = random.nextBoolean();
    if (process.isEmpty()) {
      return;
    }
    Job.kill(process.get());
    ranksKilled++;
    saved += isSaved ? 1 : 0;
    if (isAwaited) {
      job.awaitOrEnd("recovery of " + rank, () -> job.errors(recovered).size() > before);
      if (isSaved && job.errors(recovered).size() > before) {
        savedAndAwaited++;
        assertThat(job.errors(recovered).get(before)).contains(RESTARTED);
      }
    }
  }

  /** Whether there is a checkpoint of it; those of lost hosts are removed. */
  private static boolean isSaved(Job job, int rank) {
    try (Stream<Path> files = Files.walk(job.temporary(), DEPTH)) {
      return files.anyMatch(
          file ->
              file.getFileName().toString().matches("\\d+")
                  && file.getParent().endsWith(Path.of("checkpoints", "" + rank)));
    } catch (IOException | UncheckedIOException changing) {
      return false;
    }
  }

  private static void pause(int ms) {
    LockSupport.parkNanos(ms * 1_000_000L);
  }
}
