package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.ftmpj.it.job.EndlessJob;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Line;
import org.ftmpj.it.job.Recorded;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.program.Rounds;
import org.ftmpj.it.program.Stubborn;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Checkpoints that the user asks for, or that are counted out, and what is said of them. */
@Rotated(kind = "checkpoints that are not to be had", turns = 7)
class CheckpointRequestIT {
  private static final String RESTARTED = ", restarted from its checkpoint of ";

  @RegisterExtension final Jobs jobs = new Jobs();

  @Test
  void shouldTakeCheckpointsWhenTheUserAsksForThem() throws Exception {
    Path end = jobs.directory().resolve("end");
    JobSpec rounds = JobSpec.of(Rounds.class, end.toString()).ranks(2);
    Job job = jobs.start(rounds.with("--checkpoint-every", "request").jvm("-Dft.log.level=info"));
    RoundsOutput.await(job, 1);
    Recorded running = new Recorded(job);

    assertThat(text(running.ftmpj("status", running.id())))
        .containsPattern("\n0 +none +- +- +\\d+ s");
    Result asked = running.ftmpj("checkpoint", running.id());
    assertThat(asked.exitCode()).as(asked.errText()).isZero();
    assertThat(text(asked))
        .containsOnlyOnce("rank 0: checkpoint of ")
        .containsOnlyOnce("rank 1: checkpoint of ");
    assertThat(text(running.ftmpj("checkpoint", running.id(), "1")))
        .contains("rank 1: checkpoint of ")
        .doesNotContain("rank 0");
    assertThat(text(running.ftmpj("status", running.id())))
        .containsPattern("\n1 +20\\d\\d-.* \\d+ s +[0-9.]+ [KM]iB +\\d+ s +-");
    assertThat(running.ftmpj("checkpoint", running.id(), "2").errText()).contains("ranks 0 to 1");

    Job.kill(job.rank(1));
    job.awaitOrEnd("recovery", () -> job.notices(RESTARTED) == 1);
    Files.createFile(end);
    Result result = job.lateResult();
    assertThat(result.exitCode()).as(result.errText()).isZero();
    RoundsOutput.requireEachRoundOnce(2, result);
    // Those two, and no other.
    assertThat(job.errors("rank 1, incarnation 1: checkpoint of ")).hasSize(2);
    assertThat(job.errors("rank 0, incarnation 1: checkpoint of ")).hasSize(1);
  }

  @Test
  void shouldSayWhyThereIsNoneWhenTheUserAsks() throws Exception {
    Path end = jobs.directory().resolve("end");
    String obstacle = Stubborn.Obstacle.SOCKET.name();
    JobSpec spec = JobSpec.of(Stubborn.class, end.toString(), obstacle).ranks(2);
    Job job = jobs.start(spec.with("--checkpoint-every", "request"));
    RoundsOutput.await(job, 1);
    Recorded running = new Recorded(job);
    Result asked = running.ftmpj("checkpoint", running.id());
    assertThat(asked.exitCode()).isEqualTo(70);
    assertThat(asked.errText()).contains("FTMPJ-1823").contains("[0, 1]");
    assertThat(text(asked)).contains("rank 0: no checkpoint: ").contains("Socket");

    Result stop = running.ftmpj("checkpoint", running.id(), "--stop");
    assertThat(stop.exitCode()).as(stop.errText()).isZero();
    assertThat(text(stop)).contains("rank 0: no checkpoint: ", "`ftmpj resume " + running.id());
    Result stopped = job.lateResult();
    assertThat(stopped.exitCode()).as(stopped.errText()).isEqualTo(75);
    // Each rank repeats all that it has done.
    Job resumed = jobs.resume(job);
    RoundsOutput.await(resumed, 1);
    Files.createFile(end);
    Result result = resumed.lateResult();
    assertThat(result.exitCode()).as(result.errText()).isZero();
    RoundsOutput.requireEachRoundOnce(2, stopped, result);
    assertThat(resumed.notices(RESTARTED)).isZero();
  }

  @Test
  void shouldSayThatAJobTakesNoCheckpoints() throws Exception {
    EndlessJob rounds = EndlessJob.start(jobs, 2, spec -> spec);
    Recorded running = new Recorded(rounds.job());
    Result asked = running.ftmpj("checkpoint", running.id(), "0");
    assertThat(asked.exitCode()).isEqualTo(70);
    assertThat(text(asked)).contains("rank 0: no checkpoint: it takes no checkpoints");
    assertThat(running.ftmpj("checkpoint", running.id(), "--stop").errText())
        .contains("FTMPJ-1841", "--checkpoint-every or --walltime");
    rounds.end();
  }

  @Test
  void shouldTakeOneAfterSoManyMessages() throws Exception {
    EndlessJob rounds =
        EndlessJob.start(
            jobs, 2, spec -> spec.jvm("-Dft.log.level=info", "-Dft.checkpoint.messages=100"));
    Job job = rounds.job();
    job.awaitOrEnd("a checkpoint", () -> job.notices("rank 1, incarnation 1: checkpoint of ") >= 2);
    Job.kill(job.rank(1));
    job.awaitOrEnd("recovery", () -> job.notices(RESTARTED) == 1);
    rounds.end();
    assertThat(job.notices(RESTARTED)).isEqualTo(1);
  }

  private static String text(Result result) {
    return result.out().stream().map(Line::text).collect(Collectors.joining("\n", "\n", "\n"));
  }
}
