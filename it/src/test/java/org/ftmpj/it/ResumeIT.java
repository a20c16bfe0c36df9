package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Collectors;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.job.Line;
import org.ftmpj.it.job.Recorded;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.it.program.Rounds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Jobs that are stopped before their time is over, or by a signal, and go on later. */
class ResumeIT {
  private static final int RANKS = 2;
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
  void shouldGoOnAsOftenAsItIsStopped() throws Exception {
    final Random random = Seed.random("stops");
    Path end = jobs.directory().resolve("end");
    Path classes = Files.createDirectory(jobs.directory().resolve("classes"));
    Level level = Level.values()[random.nextInt(Level.values().length)];
    JobSpec spec =
        JobSpec.of(Rounds.class, end.toString()).ranks(RANKS).level(level).before(classes);
    Job first = jobs.start(spec.with("--checkpoint-every", "200ms", "--walltime", "10s"));
    RoundsOutput.await(first, 1);
    Recorded job = new Recorded(first);
    Result refused = job.ftmpj("resume", job.id());
    assertThat(refused.exitCode()).as(refused.errText()).isEqualTo(FAILED);
    assertThat(refused.errText()).contains("is running");
    Job.kill(first.rank(random.nextInt(RANKS)));
    Result byTime = first.lateResult();
    assertThat(byTime.exitCode()).as(byTime.errText()).isEqualTo(STOPPED);
    assertThat(byTime.errText()).contains("`ftmpj resume " + job.id() + "`");
    assertThat(text(job.ftmpj("status", job.id()))).containsPattern("state +stopped");

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

  /** It was started without a time. */
  @Test
  void shouldGoOnWhenItWasStoppedByACommand() throws Exception {
    final Random random = Seed.random("kills");
    Path end = jobs.directory().resolve("end");
    JobSpec spec = JobSpec.of(Rounds.class, end.toString()).ranks(RANKS);
    Job first = jobs.start(spec.with("--checkpoint-every", "request"));
    RoundsOutput.await(first, 10);
    Recorded job = new Recorded(first);
    Result stopped = stop(job, first);

    Job second = jobs.resume(first);
    RoundsOutput.await(second, 10);
    Job.kill(second.rank(random.nextInt(RANKS)));
    RoundsOutput.await(second, 20);
    Files.createFile(end);
    Result last = second.lateResult();
    assertThat(last.exitCode()).as(last.errText()).isZero();
    assertThat(last.errText().lines().filter(line -> line.contains(RESTARTED))).hasSize(RANKS + 1);
    RoundsOutput.requireEachRoundOnce(RANKS, stopped, last);
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

  private static String text(Result result) {
    return result.out().stream().map(Line::text).collect(Collectors.joining("\n"));
  }
}
