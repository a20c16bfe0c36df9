package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.job.Notices;
import org.ftmpj.it.job.Result;
import org.junit.jupiter.api.Test;

/**
 * Random ranks of each sample and NAS kernel are killed at random times, while all take
 * checkpoints. A slice takes as long as it is told, goes on with what has had the fewest kills, and
 * adds a line for each run to its results:
 *
 * <pre>
 * number;program;level;checkpoints;milliseconds;kills;recoveries;restored;verdict
 * </pre>
 *
 * <p>{@code restored} are the recoveries from a checkpoint; who is killed again before it has
 * repeated all has one recovery. No test of every build; docs/testing.md says how to run it.
 */
class CheckpointKills {
  private static final int MINUTES = Integer.getInteger("checkpoint.kills.minutes", 7);

  /** How often ranks take them, one of these in each run. */
  private static final List<String> CHECKPOINTS =
      List.of(System.getProperty("checkpoint.kills.every", "1s,200ms").split(","));

  /** Names, with commas; all if there are none. */
  private static final String PROGRAMS = System.getProperty("checkpoint.kills.programs", "");

  /** In a run, as far as it takes long enough. */
  private static final int KILLS = 12;

  /** Before each kill. */
  private static final int LONGEST_PAUSE_MS = Integer.getInteger("checkpoint.kills.pause", 800);

  /** Of a rank: five in a row that bring it no farther would be a crash loop. */
  private static final int KILLS_OF_ONE = 4;

  private static final int RANKS = 4;
  private static final int CLOCK_MS = 2;
  private static final Path RESULTS = Path.of("target", "checkpoint-kills", "results.csv");
  private static final String HEAD =
      "number;program;level;checkpoints;milliseconds;kills;recoveries;restored;verdict";
  private static final String OK = "ok";

  private final Map<String, Integer> kills = new TreeMap<>();
  private final List<String> failed = new ArrayList<>();
  private int number;
  private int runs;
  private int killed;
  private int recoveries;
  private int restored;

  /** What is run. */
  private interface Program {
    JobSpec spec();

    /** Asserts that a run did what one without failures does. */
    void verify(Jobs jobs, Job job, Result result) throws IOException;
  }

  private record OfSample(Sample sample) implements Program {
    @Override
    public JobSpec spec() {
      return sample.spec();
    }

    @Override
    public void verify(Jobs jobs, Job job, Result result) throws IOException {
      sample.verify(result, job.directory(), References.of(sample, jobs));
    }

    @Override
    public String toString() {
      return sample.name();
    }
  }

  /** Class W, which computes for some seconds. */
  private record OfKernel(NasIT.Kernel kernel) implements Program {
    @Override
    public JobSpec spec() {
      return kernel.spec().arguments("W").ranks(RANKS).usualCollector();
    }

    @Override
    public void verify(Jobs jobs, Job job, Result result) {
      assertThat(result.exitCode()).as(result.errText()).isZero();
      assertThat(result.out(0)).containsOnlyOnce(NasIT.VERIFIED);
    }

    @Override
    public String toString() {
      return kernel.name();
    }
  }

  @Test
  void shouldGiveTheRightResultWheneverRanksAreKilled() throws IOException {
    long endNs = System.nanoTime() + TimeUnit.MINUTES.toNanos(MINUTES);
    List<Program> programs = programs();
    readResults();
    while (System.nanoTime() < endNs) {
      Program next =
          programs.stream()
              .min(Comparator.comparing(program -> kills.getOrDefault(program.toString(), 0)))
              .orElseThrow();
      run(next);
    }
    System.out.printf(
        "This slice: %d runs, %d kills, %d recoveries, %d of them from a checkpoint, failed: %s;"
            + " kills of each program so far: %s; results in %s%n",
        runs, killed, recoveries, restored, failed, kills, RESULTS.toAbsolutePath());
    assertThat(failed).isEmpty();
  }

  private static List<Program> programs() {
    List<String> wanted = List.of(PROGRAMS.split(","));
    return Stream.<Program>concat(
            Stream.of(Sample.values()).map(OfSample::new),
            Stream.of(NasIT.Kernel.values()).map(OfKernel::new))
        .filter(program -> PROGRAMS.isEmpty() || wanted.contains(program.toString()))
        .toList();
  }

  private void readResults() throws IOException {
    Files.createDirectories(RESULTS.getParent());
    if (!Files.exists(RESULTS)) {
      Files.writeString(RESULTS, HEAD + "\n");
    }
    for (String line : Files.readAllLines(RESULTS).stream().skip(1).toList()) {
      String[] words = line.split(";");
      number = Math.max(number, Integer.parseInt(words[0]));
      kills.merge(words[1], Integer.parseInt(words[5]), Integer::sum);
    }
  }

  /** Its random choices follow from its number. */
  private void run(Program program) throws IOException {
    Random random = new Random(++number * 0x9E3779B97F4A7C15L);
    Level level = Level.values()[random.nextInt(Level.values().length)];
    String every = CHECKPOINTS.get(random.nextInt(CHECKPOINTS.size()));
    String run = "run " + number + " " + program;
    Jobs jobs = new Jobs();
    jobs.begin();
    Job job = jobs.start(program.spec().level(level).with("--checkpoint-every", every));
    int deaths = kill(job, random);
    long milliseconds = 0;
    String verdict = OK;
    try {
      Result result = job.lateResult();
      milliseconds = result.milliseconds();
      program.verify(jobs, job, result);
      assertThat(result.errText()).doesNotContain(Notices.OTHER_OUTPUT);
    } catch (AssertionError | IOException | RuntimeException e) {
      verdict = "failed: " + e;
    }
    long recovered = job.notices(Notices.RECOVERED);
    long fromCheckpoints = job.notices(CheckpointIT.RESTARTED);
    try {
      jobs.end(!verdict.equals(OK), "CheckpointKills", run);
    } catch (AssertionError e) {
      verdict = "failed: " + e;
    }
    String line =
        String.join(
            ";",
            Integer.toString(number),
            program.toString(),
            level.name(),
            every,
            Long.toString(milliseconds),
            Integer.toString(deaths),
            Long.toString(recovered),
            Long.toString(fromCheckpoints),
            verdict.replaceAll("[;\\s]+", " "));
    Files.writeString(RESULTS, line + "\n", StandardOpenOption.APPEND);
    System.out.println(line);
    runs++;
    kills.merge(program.toString(), Math.max(1, deaths), Integer::sum);
    killed += deaths;
    recoveries += (int) recovered;
    restored += (int) fromCheckpoints;
    if (!verdict.equals(OK)) {
      failed.add(run);
    }
  }

  /** Returns how many ranks it has killed. */
  private static int kill(Job job, Random random) {
    job.awaitOrEnd("some output", () -> job.linesOfRanks() > 0);
    int deaths = 0;
    int[] killed = new int[job.spec().ranks()];
    for (int kill = 0; kill < KILLS && job.isAlive(); kill++) {
      pause(job, random.nextInt(LONGEST_PAUSE_MS));
      int victim = random.nextInt(killed.length);
      if (killed[victim] < KILLS_OF_ONE
          && job.rankIfThere(victim).filter(ProcessHandle::destroyForcibly).isPresent()) {
        deaths++;
        killed[victim]++;
      }
    }
    return deaths;
  }

  private static void pause(Job job, int ms) {
    long untilNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ms);
    while (System.nanoTime() < untilNs && job.isAlive()) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(CLOCK_MS));
    }
  }
}
