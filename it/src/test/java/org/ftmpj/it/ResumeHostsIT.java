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
import org.ftmpj.it.job.LocalHosts;
import org.ftmpj.it.job.Recorded;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.it.program.Rounds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Jobs over several hosts that are stopped and go on later. */
class ResumeHostsIT {
  private static final int RANKS = 3;
  private static final int STOPPED = 75;
  private static final int FAILED = 70;
  private static final int INTERRUPTED = 130;
  private static final String RESTARTED = ", restarted from its checkpoint of ";

  @RegisterExtension final Jobs jobs = new Jobs();

  private final Random random = Seed.random("stops");

  /** Stopped by a command and by a signal, with ranks killed; a host that is away is missed. */
  @Test
  void shouldGoOnAtLevelProcessWhereAllHostsAreThere() throws Exception {
    Path end = jobs.directory().resolve("end");
    Job first = start(Level.PROCESS, end);
    RoundsOutput.await(first, 5);
    Recorded job = new Recorded(first);
    Result asked = job.ftmpj("checkpoint", job.id(), "0", "2");
    assertThat(asked.exitCode()).as(asked.errText()).isZero();
    assertThat(text(asked)).contains("rank 0: checkpoint of ", "rank 2: checkpoint of ");
    final Result byCommand = stop(job, first);

    Path part = job.part(2);
    Path away = Files.move(part, jobs.directory().resolve("away"));
    Result refused = jobs.resume(first).lateResult();
    assertThat(refused.exitCode()).as(refused.errText()).isEqualTo(FAILED);
    assertThat(refused.errText()).contains("FTMPJ-1841", "host b: has nothing of the job");
    Files.move(away, part);

    Job second = jobs.resume(first);
    RoundsOutput.await(second, 1 + random.nextInt(20));
    Job.kill(second.rank(random.nextInt(RANKS)));
    RoundsOutput.await(second, second.linesOf(0) + 5);
    second.interrupt();
    final Result bySignal = second.lateResult();
    assertThat(bySignal.exitCode()).as(bySignal.errText()).isEqualTo(INTERRUPTED);

    Job third = jobs.resume(first);
    RoundsOutput.await(third, 1 + random.nextInt(20));
    Files.createFile(end);
    Result last = third.lateResult();
    assertThat(last.exitCode()).as(last.errText()).isZero();
    assertThat(bySignal.errText()).contains(RESTARTED);
    RoundsOutput.requireEachRoundOnce(RANKS, byCommand, bySignal, last);
  }

  /** Stopped three times; after the second time a host does not come back. */
  @Test
  void shouldRepeatRanksOfAHostThatIsGoneAtLevelHost() throws Exception {
    Path end = jobs.directory().resolve("end");
    Job first = start(Level.HOST, end);
    RoundsOutput.await(first, 5);
    Recorded job = new Recorded(first);
    final Result stopped = stop(job, first);

    Job second = jobs.resume(first);
    RoundsOutput.await(second, 5 + random.nextInt(10));
    final Result again = stop(job, second);

    int gone = 1 + random.nextInt(2);
    Jobs.delete(job.part(gone));
    Job third = jobs.resume(first);
    RoundsOutput.await(third, 1 + random.nextInt(10));
    final Result withoutHost = stop(job, third);
    assertThat(withoutHost.errText()).contains("FTMPJ-1841", "its ranks are repeated: ");

    Job fourth = jobs.resume(first);
    RoundsOutput.await(fourth, 1 + random.nextInt(10));
    Files.createFile(end);
    Result last = fourth.lateResult();
    assertThat(last.exitCode()).as(last.errText()).isZero();
    RoundsOutput.requireEachRoundOnce(RANKS, stopped, again, withoutHost, last);
  }

  private Job start(Level level, Path end) {
    JobSpec spec = JobSpec.of(Rounds.class, end.toString()).ranks(RANKS).level(level);
    return jobs.start(
        LocalHosts.in(jobs.directory()).on("a,b", spec.with("--checkpoint-every", "request")));
  }

  private static Result stop(Recorded job, Job running) throws Exception {
    Result command = job.ftmpj("checkpoint", job.id(), "--stop");
    assertThat(command.exitCode()).as(command.errText()).isZero();
    assertThat(text(command)).contains("rank 2: checkpoint of ", "`ftmpj resume " + job.id() + "`");
    Result stopped = running.lateResult();
    assertThat(stopped.exitCode()).as(stopped.errText()).isEqualTo(STOPPED);
    return stopped;
  }

  private static String text(Result result) {
    return result.out().stream().map(Line::text).collect(Collectors.joining("\n"));
  }
}
