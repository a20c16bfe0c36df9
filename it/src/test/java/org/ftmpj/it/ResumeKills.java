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
import org.ftmpj.it.job.Line;
import org.ftmpj.it.job.LocalHosts;
import org.ftmpj.it.job.Notices;
import org.ftmpj.it.job.Recorded;
import org.ftmpj.it.job.Result;
import org.junit.jupiter.api.Test;

/**
 * Samples on one host and on two are stopped in different ways at random times, and resumed, while
 * ranks are killed. Between two runs a host may lose its part. A slice takes as long as it is told,
 * goes on with what was stopped least often, and adds a line for each job to its results:
 *
 * <pre>
 * number;program;hosts;level;copies;milliseconds;stops;kills;recoveries;restored;verdict
 * </pre>
 *
 * <p>{@code stops} are words, one for each run but the last; {@code restored} are the recoveries
 * from a checkpoint. No test of every build; docs/testing.md says how to run it.
 */
class ResumeKills {
  private static final int MINUTES = Integer.getInteger("resume.kills.minutes", 5);

  /** Names, with commas; all if there are none. */
  private static final String PROGRAMS = System.getProperty("resume.kills.programs", "");

  /** Of a job, which may come to its end before. */
  private static final int STOPS = 3;

  private static final int LONGEST_PAUSE_MS = 1_500;
  private static final int LONGEST_TIME_S = 6;
  private static final int RANKS = 4;
  private static final int CLOCK_MS = 2;
  private static final int STOPPED = 75;
  private static final int TERMINATED = 143;
  private static final Path RESULTS = Path.of("target", "resume-kills", "results.csv");
  private static final String HEAD =
      "number;program;hosts;level;copies;milliseconds;stops;kills;recoveries;restored;verdict";
  private static final String OK = "ok";
  private static final List<String[]> LEVELS =
      List.of(
          new String[] {"--durability", "process"},
          new String[] {"--durability", "host"},
          new String[] {"--loggers", "3"});

  private final Map<String, Integer> stops = new TreeMap<>();
  private final Map<Stop, Integer> made = new TreeMap<>();
  private final List<String> failed = new ArrayList<>();
  private int number;
  private int runs;
  private int killed;

  /** How a run is ended. */
  private enum Stop {
    TIME,
    COMMAND,
    SIGTERM,
    /** Of the launcher. */
    KILL,
    /** Stopped by a command; then a host has lost its part. */
    HOST_GONE
  }

  /** A job, in all of its runs. */
  private static final class Trial {
    final List<String> stops = new ArrayList<>();
    final List<Line> out = new ArrayList<>();
    final List<Line> err = new ArrayList<>();
    Job job;
    long milliseconds;
    int kills;
    Result last;

    void add(Result run, boolean isPrintedAgain) {
      if (!isPrintedAgain) {
        out.addAll(run.out());
      }
      err.addAll(run.err());
      milliseconds += run.milliseconds();
      last = run;
    }

    Result whole() {
      return new Result(last.exitCode(), out, err, milliseconds);
    }

    long notices(String text) {
      return err.stream().filter(line -> line.text().contains(text)).count();
    }
  }

  @Test
  void shouldGiveTheRightResultHoweverJobsAreStopped() throws IOException {
    long endNs = System.nanoTime() + TimeUnit.MINUTES.toNanos(MINUTES);
    List<String> wanted = List.of(PROGRAMS.split(","));
    List<Sample> programs =
        Stream.of(Sample.values())
            // Each of its runs prints other lines, so those that a stop has cut are not joined.
            .filter(sample -> sample != Sample.STEERED)
            .filter(sample -> PROGRAMS.isEmpty() || wanted.contains(sample.name()))
            .toList();
    readResults();
    while (System.nanoTime() < endNs) {
      run(
          programs.stream()
              .min(Comparator.comparing(program -> stops.getOrDefault(program.name(), 0)))
              .orElseThrow());
    }
    System.out.printf(
        "This slice: %d jobs, stopped: %s, %d ranks killed, failed: %s; stops of each program so"
            + " far: %s; results in %s%n",
        runs, made, killed, failed, stops, RESULTS.toAbsolutePath());
    assertThat(failed).isEmpty();
  }

  private void readResults() throws IOException {
    Files.createDirectories(RESULTS.getParent());
    if (!Files.exists(RESULTS)) {
      Files.writeString(RESULTS, HEAD + "\n");
    }
    for (String line : Files.readAllLines(RESULTS).stream().skip(1).toList()) {
      String[] words = line.split(";");
      number = Math.max(number, Integer.parseInt(words[0]));
      stops.merge(words[1], words[6].split(" ").length, Integer::sum);
    }
  }

  /** Its random choices follow from its number. */
  private void run(Sample sample) throws IOException {
    Random random = new Random(++number * 0x9E3779B97F4A7C15L);
    boolean several = random.nextBoolean();
    String[] level = LEVELS.get(random.nextInt(LEVELS.size()));
    boolean copied = several && !level[1].equals("process") && random.nextBoolean();
    Jobs jobs = new Jobs();
    jobs.begin();
    JobSpec spec = sample.spec().ranks(RANKS).with(level).with("--checkpoint-every", "200ms");
    if (copied) {
      spec =
          random.nextBoolean()
              ? spec.with("--checkpoint-copies", "partner")
              : spec.with("--checkpoint-dir", jobs.directory().resolve("copies").toString());
    }
    if (several) {
      spec = LocalHosts.in(jobs.directory()).on("a,b,c", spec);
    }
    Trial trial = new Trial();
    String verdict = OK;
    try {
      Path directory = run(jobs, spec, several && !level[1].equals("process"), trial, random);
      References.Reference reference = References.of(sample, sample.spec().ranks(RANKS), jobs);
      sample.verify(trial.whole().inWholeLines(reference.result()), directory, reference);
      assertThat(trial.notices(Notices.OTHER_OUTPUT)).isZero();
      if (trial.notices(Notices.JOB_DIRECTORY) > 0) {
        // It is not known whether the launcher that was killed was to keep it.
        new Recorded(trial.job).ftmpj("clean", "--all");
      }
    } catch (AssertionError | IOException | RuntimeException e) {
      verdict = "failed: " + e;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    String name = "job " + number + " " + sample;
    try {
      jobs.end(!verdict.equals(OK), "ResumeKills", name);
    } catch (AssertionError e) {
      verdict = "failed: " + e;
    }
    note(sample, several, level[1], copied, trial, verdict);
    if (!verdict.equals(OK)) {
      failed.add(name);
    }
  }

  private void note(
      Sample sample, boolean several, String level, boolean copied, Trial trial, String verdict)
      throws IOException {
    String line =
        String.join(
            ";",
            Integer.toString(number),
            sample.name(),
            several ? "3" : "1",
            level.equals("3") ? "quorum" : level,
            Boolean.toString(copied),
            Long.toString(trial.milliseconds),
            trial.stops.isEmpty() ? "none" : String.join(" ", trial.stops),
            Integer.toString(trial.kills),
            Long.toString(trial.notices(Notices.RECOVERED)),
            Long.toString(trial.notices(CheckpointIT.RESTARTED)),
            verdict.replaceAll("[;\\s]+", " "));
    Files.writeString(RESULTS, line + "\n", StandardOpenOption.APPEND);
    System.out.println(line);
    runs++;
    killed += trial.kills;
    stops.merge(sample.name(), Math.max(1, trial.stops.size()), Integer::sum);
    trial.stops.forEach(stop -> made.merge(Stop.valueOf(stop), 1, Integer::sum));
  }

  /** Returns the job's working directory. */
  private static Path run(Jobs jobs, JobSpec spec, boolean maySurvive, Trial trial, Random random)
      throws IOException, InterruptedException {
    Stop stop = next(maySurvive, random);
    Job job = jobs.start(spec.with("--walltime", time(stop, random)));
    trial.job = job;
    job.awaitOrEnd("some output", () -> job.linesOfRanks() > 0);
    Job now = job;
    boolean ends = stop(now, stop, trial, random);
    while (!ends) {
      if (stop == Stop.HOST_GONE) {
        Jobs.delete(new Recorded(job).part(1 + random.nextInt(2)));
        maySurvive = false; // Another one may be without a majority.
      }
      if (trial.stops.size() == STOPS) {
        trial.add(jobs.resume(job).lateResult(), false);
        return job.directory();
      }
      stop = next(maySurvive, random);
      now = jobs.resume(job, "--walltime", time(stop, random));
      ends = stop(now, stop, trial, random);
    }
    return job.directory();
  }

  private static Stop next(boolean maySurvive, Random random) {
    return Stop.values()[random.nextInt(Stop.values().length - (maySurvive ? 0 : 1))];
  }

  private static String time(Stop stop, Random random) {
    return stop == Stop.TIME ? 2 + random.nextInt(LONGEST_TIME_S - 1) + "s" : "1h";
  }

  /** Returns whether the job has come to its end before. */
  private static boolean stop(Job job, Stop stop, Trial trial, Random random)
      throws IOException, InterruptedException {
    for (int kills = random.nextInt(3); kills > 0; kills--) {
      pause(job, random.nextInt(LONGEST_PAUSE_MS));
      if (job.rankIfThere(random.nextInt(RANKS))
          .filter(ProcessHandle::destroyForcibly)
          .isPresent()) {
        trial.kills++;
      }
    }
    pause(job, random.nextInt(LONGEST_PAUSE_MS));
    int code =
        switch (stop) {
          case TIME -> STOPPED;
          case COMMAND, HOST_GONE -> {
            Recorded record = new Recorded(job);
            record.ftmpj("checkpoint", record.id(), "--stop");
            yield STOPPED;
          }
          case SIGTERM -> {
            Job.signalIfThere(job.launcher(), "TERM");
            yield TERMINATED;
          }
          case KILL -> {
            Job.kill(job.launcher());
            yield 137;
          }
        };
    Result result = job.lateResult();
    boolean ends = result.exitCode() == 0;
    assertThat(result.exitCode()).as(result.errText()).isIn(0, code);
    trial.add(result, !ends && stop == Stop.KILL);
    if (!ends) {
      trial.stops.add(stop.name());
    }
    return ends;
  }

  private static void pause(Job job, int ms) {
    long untilNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ms);
    while (System.nanoTime() < untilNs && job.isAlive()) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(CLOCK_MS));
    }
  }
}
