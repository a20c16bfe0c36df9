package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ftmpj.it.job.EventLoggers;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Line;
import org.ftmpj.it.job.Recorded;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.it.program.Rounds;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Jobs that are stopped before their time is over, or by a signal, and go on later. */
class ResumeIT {
  private static final int RANKS = 2;
  private static final List<String[]> LEVELS =
      List.of(
          new String[] {"--durability", "process"},
          new String[] {"--durability", "host"},
          new String[] {"--loggers", "3"});

  /** Only small files name a boot. */
  private static final int LARGE = 1 << 16;

  private static final int STOPPED = 75;
  private static final int FAILED = 70;
  private static final int INTERRUPTED = 130;
  private static final String RESTARTED = ", restarted from its checkpoint of ";

  @RegisterExtension final Jobs jobs = new Jobs();

  /**
   * Stopped by its time, then by a signal, with a rank killed before each; then its launcher is
   * killed; then it ends.
   */
  @Test
  @Rotated(kind = "jobs in several runs", turns = 1)
  void shouldGoOnAsOftenAsItIsStopped() throws Exception {
    final Random random = Seed.random("stops");
    Path end = jobs.directory().resolve("end");
    Path classes = Files.createDirectory(jobs.directory().resolve("classes"));
    JobSpec spec =
        JobSpec.of(Rounds.class, end.toString()).ranks(RANKS).with(level(random)).before(classes);
    Job first = startWithTime(spec.with("--checkpoint-every", "200ms"));
    Recorded job = new Recorded(first);
    Result refused = job.ftmpj("resume", job.id());
    assertThat(refused.exitCode()).as(refused.errText()).isEqualTo(FAILED);
    assertThat(refused.errText()).contains("is running");
    Job.kill(first.rank(random.nextInt(RANKS)));
    Result byTime = first.lateResult();
    assertThat(byTime.exitCode()).as(byTime.errText()).isEqualTo(STOPPED);
    assertThat(byTime.errText()).contains("`ftmpj resume " + job.id() + "`");
    assertThat(text(job.ftmpj("status", job.id())))
        .containsPattern("state +stopped")
        .doesNotContain("dead");

    Path changed = Files.write(classes.resolve("Changed.class"), new byte[] {1});
    assertThat(job.ftmpj("resume", job.id()).errText()).contains("FTMPJ-1841").contains("Changed");
    Files.delete(changed);

    Job second = jobs.resume(first);
    RoundsOutput.await(second, 1 + random.nextInt(20));
    Job.kill(second.rank(random.nextInt(RANKS)));
    RoundsOutput.await(second, second.linesOf(0) + random.nextInt(20));
    second.interrupt();
    Result bySignal = second.lateResult();
    assertThat(bySignal.exitCode()).as(bySignal.errText()).isEqualTo(INTERRUPTED);
    assertThat(bySignal.errText()).contains(RESTARTED);
    // Of those that were killed; each was also stopped twice with the job.
    assertThat(deaths(text(job.ftmpj("status", "--json", job.id())))).isBetween(1, 2);

    Job third = jobs.resume(first, "--walltime", "1h");
    RoundsOutput.await(third, 1 + random.nextInt(20));
    Job.kill(third.launcher());
    third.lateResult();
    assertThat(text(job.ftmpj("status", job.id()))).containsPattern("state +orphaned");

    // What the third has printed is printed again.
    Job fourth = jobs.resume(first);
    RoundsOutput.await(fourth, 1 + random.nextInt(20));
    final Result byCommand = stop(job, fourth);
    assertThat(byCommand.errText()).contains("is printed again", RESTARTED);

    Job fifth = jobs.resume(first);
    RoundsOutput.await(fifth, 1 + random.nextInt(20));
    Files.createFile(end);
    Result last = fifth.lateResult();
    assertThat(last.exitCode()).as(last.errText()).isZero();
    RoundsOutput.requireEachRoundOnce(RANKS, byTime, bySignal, byCommand, last);
  }

  /** Half of its time is left when it prints its first line, however slow the machine is. */
  private Job startWithTime(JobSpec spec) throws IOException {
    for (int seconds = 20; ; seconds *= 2) {
      long started = System.nanoTime();
      Job job = jobs.start(spec.with("--walltime", seconds + "s"));
      job.awaitOrEnd("line 1", () -> job.linesOf(0) >= 1);
      if (Duration.ofNanos(System.nanoTime() - started).toSeconds() < seconds / 2) {
        return job;
      }
      Job.signalIfThere(job.launcher(), "INT");
      job.lateResult();
      Jobs.delete(job.temporary()); // It could be resumed.
      Files.createDirectory(job.temporary());
    }
  }

  private static String[] level(Random random) {
    return LEVELS.get(random.nextInt(LEVELS.size()));
  }

  /**
   * It was started without a time. Before it goes on its host has started again; or it is another
   * one, with the same storage.
   */
  @Test
  @Rotated(kind = "jobs in several runs", turns = 0)
  void shouldGoOnWhenItWasStoppedByACommand() throws Exception {
    final Random random = Seed.random("kills");
    Path end = jobs.directory().resolve("end");
    JobSpec spec = JobSpec.of(Rounds.class, end.toString()).ranks(RANKS).with(level(random));
    boolean elsewhere = random.nextBoolean();
    if (elsewhere) {
      spec = spec.with("--job-dir", jobs.directory().resolve("storage").toString());
    }
    Job first = jobs.start(spec.with("--checkpoint-every", "request"));
    RoundsOutput.await(first, 10);
    Recorded job = new Recorded(first);
    final Result stopped = stop(job, first);
    startHostAgain(job.directory().toRealPath());
    replace(job.directory().resolve("stopped"), "synced true", "synced false");
    assertThat(job.ftmpj("resume", job.id()).errText())
        .contains("FTMPJ-1841", "was not stopped in good order");
    replace(job.directory().resolve("stopped"), "synced false", "synced true");

    Job second = elsewhere ? jobs.resumeElsewhere(first) : jobs.resume(first);
    RoundsOutput.await(second, 10);
    Recorded there = new Recorded(second);
    assertThat(text(there.ftmpj("status", there.id()))).containsPattern("state +running");
    Job.kill(second.rank(random.nextInt(RANKS)));
    RoundsOutput.await(second, 20);
    Files.createFile(end);
    Result last = second.lateResult();
    assertThat(last.exitCode()).as(last.errText()).isZero();
    if (elsewhere) {
      // That of a link to it on the first host, where the next job would remove it.
      Jobs.delete(job.temporary().resolve("ftmpj-" + System.getProperty("user.name")));
    }
    assertThat(last.errText().lines().filter(line -> line.contains(RESTARTED))).hasSize(RANKS + 1);
    RoundsOutput.requireEachRoundOnce(RANKS, stopped, last);
  }

  /** As if it had: whatever notes which boot of the host it is of names another one. */
  private static void startHostAgain(Path directory) throws IOException {
    String boot = Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
    String other = UUID.randomUUID().toString();
    int changed = 0;
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        changed += Files.size(file) < LARGE && replace(file, boot, other) ? 1 : 0;
      }
    }
    assertThat(changed).isGreaterThanOrEqualTo(2);
  }

  private static boolean replace(Path file, String text, String by) throws IOException {
    String before = Files.readString(file, StandardCharsets.ISO_8859_1);
    String after = before.replace(text, by);
    if (!after.equals(before)) {
      Files.writeString(file, after, StandardCharsets.ISO_8859_1);
    }
    return !after.equals(before);
  }

  /** A minority of the loggers that were given may have lost it. */
  @Test
  @Rotated(kind = "jobs in several runs", turns = 7)
  void shouldGoOnOnlyIfTheEventLoggersHaveItsHistory() throws Exception {
    Random random = Seed.random("loggers");
    try (EventLoggers loggers = EventLoggers.start(jobs.directory())) {
      List<Integer> order = loggers.shuffled(0, random);
      Path end = jobs.directory().resolve("end");
      JobSpec spec = loggers.of(JobSpec.of(Rounds.class, end.toString()).ranks(RANKS));
      Job first = jobs.start(spec.with("--checkpoint-every", "request"));
      RoundsOutput.await(first, 10);
      Recorded job = new Recorded(first);
      final Result stopped = stop(job, first);
      lose(loggers, order.get(0));
      Job second = jobs.resume(first);
      RoundsOutput.await(second, 10);
      Job.kill(second.rank(random.nextInt(RANKS)));
      RoundsOutput.await(second, 20);
      final Result again = stop(job, second);
      RoundsOutput.requireEachRoundOnceSoFar(RANKS, stopped, again);
      assertThat(again.errText()).contains("has nothing of the job; a majority does");

      lose(loggers, order.get(1));
      lose(loggers, order.get(2));
      Result refused = job.ftmpj("resume", job.id());
      assertThat(refused.exitCode()).isEqualTo(FAILED);
      assertThat(refused.errText()).contains("FTMPJ-1841", "has nothing of the job");
      assertThat(job.ftmpj("clean", job.id()).exitCode()).isZero();
    }
  }

  private static void lose(EventLoggers loggers, int one) throws IOException {
    loggers.kill(one);
    loggers.erase(one);
    loggers.startAgain(one);
  }

  private static Result stop(Recorded job, Job running) throws Exception {
    Result command = job.ftmpj("checkpoint", job.id(), "--stop");
    assertThat(command.exitCode()).as(command.errText()).isZero();
    assertThat(text(command)).contains("rank 1: checkpoint of ", "`ftmpj resume " + job.id() + "`");
    Result stopped = running.lateResult();
    assertThat(stopped.exitCode()).as(stopped.errText()).isEqualTo(STOPPED);
    assertThat(stopped.errText()).contains("`ftmpj checkpoint --stop` was called");
    return stopped;
  }

  /** Of all ranks together. */
  private static int deaths(String json) {
    return Pattern.compile("\"deaths\": (\\d+)")
        .matcher(json)
        .results()
        .mapToInt(found -> Integer.parseInt(found.group(1)))
        .sum();
  }

  private static String text(Result result) {
    return result.out().stream().map(Line::text).collect(Collectors.joining("\n"));
  }
}
