package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ftmpj.it.job.EventLoggers;
import org.ftmpj.it.job.HostLoss;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Kills;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.job.LocalHosts;
import org.ftmpj.it.job.Notices;
import org.ftmpj.it.job.Recorded;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.it.program.Downpour;
import org.junit.jupiter.api.Test;

/**
 * Jobs at level {@code host} or {@code quorum} whose hosts, all this machine, are killed one after
 * the other, many times over all samples, NAS kernels and {@link Downpour}; with checkpoints single
 * ranks are killed between, which go on from theirs. No test of every build; docs/testing.md says
 * how to run it.
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
  private static final String COPIES = System.getProperty("host.copies", "");

  /** Or with three event loggers, which are not lost. */
  private static final boolean IS_QUORUM = System.getProperty("host.level", "").equals("quorum");

  /** MiB of a segment of a log; with small ones checkpoints remove some. Empty: as usual. */
  private static final String SEGMENT = System.getProperty("host.segment", "");

  /**
   * Whether checkpoints prune logs where hosts can be lost, of a program that sends enough. With
   * copies at partners it has a quota then, and no host is killed whose ranks have no copies.
   */
  private static final boolean ARE_PRUNED =
      !SEGMENT.isEmpty() && !CHECKPOINTS.isEmpty() && !COPIES.isEmpty();

  private static final boolean AT_PARTNER = COPIES.equals("partner");

  /** The first two have ranks, the others are spare. */
  private static final List<String> HOSTS = List.of("a", "b", "c", "d", "e");

  private static final int SPARES = 3;
  private static final int RANKS = 3;
  private static final double LATEST = 0.7;

  /** Of a checkpoint, below the temporary directory: user, job, checkpoints, rank, number. */
  private static final int DEPTH = 5;

  /** Of a program that prints little before its end: the longest pause before a kill. */
  private static final int PAUSE_MS = 2_000;

  /** The same of one that goes on for as long as it is let. */
  private static final int LONG_PAUSE_MS = 4_000;

  /** A segment of a log, by its number: of a channel's, or of the large payloads of a rank. */
  private static final Pattern NUMBERED =
      Pattern.compile("/(?:channels/[^/]+/|bulk/[^/]+/older-)(\\d+)(?:-\\d+-\\d+)?$");

  private static final String RESTARTED = ", restarted from its checkpoint of ";
  private static final String GOES_ON = "; the job goes on, ";
  private static final Pattern MOVED = Pattern.compile("rank (\\d+) on (\\w+)");

  private final List<Integer> toldMs = new ArrayList<>();
  private int ranksKilled;
  private int restarted;
  private int recoveries;
  private int saved;
  private int savedAndAwaited;
  private int pruned;

  /**
   * A program.
   *
   * @param sample null if it is a kernel
   * @param kernel null if it is a sample; if both are, it is {@link Downpour}
   */
  private record Trial(Sample sample, NasIT.Kernel kernel) {
    @Override
    public String toString() {
      return sample != null ? sample.name() : kernel != null ? kernel.name() : "DOWNPOUR";
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
    trials.add(new Trial(null, null));
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
        "%d runs, %d hosts killed, %d of them when logs had been pruned, %d ranks besides, of which"
            + " %d had a checkpoint and %d of these had recovered before the next host was killed;"
            + " %d restarts from a checkpoint, of %d that recovered,"
            + " failed: %s; told of after ms: median %d, all %s%n",
        runs,
        toldMs.size(),
        pruned,
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
    try (EventLoggers loggers = IS_QUORUM ? EventLoggers.start(jobs.directory()) : null) {
      if (trial.sample != null) {
        compare(jobs, loggers, trial, random);
      } else if (trial.kernel != null) {
        verify(jobs, loggers, trial, random);
      } else {
        pour(jobs, loggers, random);
      }
    } catch (AssertionError | IOException | RuntimeException e) {
      verdict = e.toString();
    }
    System.out.printf(
        "%s: %d hosts killed, %d ms, %s%n",
        run, toldMs.size() - before, (System.nanoTime() - startNs) / 1_000_000, verdict);
    return verdict.equals("right");
  }

  private static JobSpec on(Jobs jobs, EventLoggers loggers, JobSpec spec) throws IOException {
    JobSpec with = loggers == null ? spec.level(Level.HOST) : loggers.of(spec);
    with = with.with("--spares", "" + SPARES);
    if (!SEGMENT.isEmpty()) {
      Path config = jobs.directory().resolve("config");
      Files.writeString(config, "ft.log.segment=" + SEGMENT + "\nft.log.memory=0\n");
      with = with.with("--config", config.toString());
    }
    if (!CHECKPOINTS.isEmpty()) {
      with = with.with("--checkpoint-every", CHECKPOINTS);
    }
    if (AT_PARTNER) {
      with = with.with("--checkpoint-copies", "partner");
    } else if (COPIES.equals("directory")) {
      with = with.with("--checkpoint-dir", jobs.directory().resolve("copies").toString());
    }
    return LocalHosts.in(jobs.directory()).on(String.join(",", HOSTS), with);
  }

  private void compare(Jobs jobs, EventLoggers loggers, Trial trial, Random random)
      throws IOException {
    JobSpec spec = trial.sample.spec().ranks(RANKS);
    References.Reference reference = References.of(trial.sample, spec, jobs);
    Job job = jobs.start(on(jobs, loggers, spec));
    Kills moments = new Kills(job, reference.result().out().size());
    double[] fractions = random.doubles(SPARES, 0, LATEST).sorted().toArray();
    job.awaitOrEnd("some output", () -> job.linesOfRanks() > 0);
    kill(job, random, new TreeMap<>(), number -> moments.awaitFraction(fractions[number]));
    Result result = result(job).inWholeLines(reference.result());
    trial.sample.verify(result, job.directory(), reference);
  }

  /** A kernel says itself whether it is right. */
  private void verify(Jobs jobs, EventLoggers loggers, Trial trial, Random random)
      throws IOException {
    Job job = jobs.start(on(jobs, loggers, trial.kernel.spec()));
    job.rank(0);
    kill(job, random, new TreeMap<>(), number -> pause(random.nextInt(PAUSE_MS)));
    Result result = result(job);
    assertThat(result.exitCode()).as(result.errText()).isZero();
    assertThat(result.out(0)).containsOnlyOnce(NasIT.VERIFIED);
    assertThat(result.errText()).doesNotContain(Notices.OTHER_OUTPUT);
  }

  /** Goes on until the hosts are killed, and sends much more than all others. */
  private void pour(Jobs jobs, EventLoggers loggers, Random random) throws IOException {
    boolean small = random.nextBoolean();
    Path end = jobs.directory().resolve("end");
    JobSpec spec =
        JobSpec.of(
                Downpour.class,
                end.toString(),
                small ? "25" : "100",
                small ? "small marks" : "all marks")
            .ranks(2);
    boolean needsCopies = ARE_PRUNED && AT_PARTNER;
    Job job = jobs.start(on(jobs, loggers, needsCopies ? spec.with("--log-max", "100000") : spec));
    job.rank(0);
    Map<Integer, String> places = new TreeMap<>(Map.of(0, HOSTS.get(0), 1, HOSTS.get(1)));
    kill(
        job,
        random,
        needsCopies ? places : new TreeMap<>(),
        number -> {
          if (number == 0 && ARE_PRUNED) {
            job.awaitOrEnd("that logs are pruned", () -> isPruned(job));
          }
          pause(random.nextInt(LONG_PAUSE_MS));
        });
    Files.createFile(end);
    Result result = result(job);
    assertThat(result.exitCode()).as(result.errText()).isZero();
    String[] words = result.out(0).get(0).split(" after ");
    assertThat(words[0])
        .isEqualTo(Long.toString(Downpour.resultOfRounds(Integer.parseInt(words[1]), small)));
    assertThat(result.out(1)).isEqualTo(result.out(0));
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

  /**
   * Kills hosts that have ranks, one of three while those of the one before are repeated.
   *
   * @param places of ranks, if they need copies at other hosts before
   */
  private void kill(Job job, Random random, Map<Integer, String> places, Moment moment) {
    Set<String> having = new TreeSet<>(HOSTS.subList(0, HOSTS.size() - SPARES));
    Set<String> lost = new TreeSet<>();
    for (int kill = 0; kill < SPARES; kill++) {
      if (kill == 0 || random.nextInt(3) > 0) {
        moment.await(kill);
      }
      if (!CHECKPOINTS.isEmpty() && random.nextBoolean()) {
        killOne(job, random);
      }
      String victim = List.copyOf(having).get(random.nextInt(having.size()));
      job.awaitOrEnd("copies", () -> areCopied(job, places, lost));
      boolean isPruned = isPruned(job);
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
      pruned += isPruned ? 1 : 0;
      having.remove(victim);
      lost.add(victim);
      Matcher moved = MOVED.matcher(job.errors(GOES_ON).get(told));
      while (moved.find()) {
        having.add(moved.group(2));
        places.computeIfPresent(Integer.valueOf(moved.group(1)), (rank, old) -> moved.group(2));
      }
    }
  }

  /** Whether another host that is left has a copy of each. */
  private static boolean areCopied(Job job, Map<Integer, String> places, Set<String> lost) {
    return places.entrySet().stream()
        .allMatch(
            rank ->
                HOSTS.stream()
                    .filter(keeper -> !keeper.equals(rank.getValue()) && !lost.contains(keeper))
                    .anyMatch(keeper -> isCopied(job, keeper, rank.getValue(), rank.getKey())));
  }

  private static boolean isCopied(Job job, String keeper, String host, int rank) {
    Path images =
        new Recorded(job)
            .part(1 + HOSTS.indexOf(keeper))
            .resolve("partner/h" + (1 + HOSTS.indexOf(host)) + "/" + rank + "/images");
    String[] numbered = images.toFile().list((its, name) -> name.matches("\\d+"));
    return numbered != null && numbered.length > 0;
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

  /** Whether there is a log whose first segments have been removed. */
  private static boolean isPruned(Job job) {
    Map<Path, Long> first = new HashMap<>();
    try (Stream<Path> files = Files.walk(job.temporary(), DEPTH)) {
      files.forEach(
          file -> {
            Matcher segment = NUMBERED.matcher(file.toString());
            if (segment.find()) {
              first.merge(file.getParent(), Long.parseLong(segment.group(1)), Math::min);
            }
          });
      return first.values().stream().anyMatch(number -> number > 0);
    } catch (IOException | UncheckedIOException changing) {
      return false;
    }
  }

  private static void pause(int ms) {
    LockSupport.parkNanos(ms * 1_000_000L);
  }
}
