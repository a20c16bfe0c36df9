package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Line;
import org.ftmpj.it.job.Notices;
import org.ftmpj.it.job.Recorded;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.program.Rounds;
import org.ftmpj.it.program.Stubborn;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Checkpoints that the user asks for, or that are counted out, and what is said of them. */
class CheckpointRequestIT {
  private static final String RESTARTED = ", restarted from its checkpoint of ";
  private static final JobSpec RING =
      Sample.RING.spec().ranks(2).arguments("600", "1000000").jvm("-Dft.log.level=info");

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
    JobSpec spec = JobSpec.of(Stubborn.class, Stubborn.Obstacle.SOCKET.name(), "100").ranks(2);
    Job job = jobs.start(spec.with("--checkpoint-every", "request"));
    job.awaitOrEnd("output", () -> job.linesOfRanks() > 0);
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
    assertThat(resumed.lateResult().exitCode()).isZero();
    assertThat(resumed.notices(RESTARTED)).isZero();
  }

  @Test
  void shouldSayThatAJobTakesNoCheckpoints() throws Exception {
    Job job = jobs.start(RING);
    job.awaitOrEnd("output", () -> job.linesOfRanks() > 0);
    Recorded running = new Recorded(job);
    Result asked = running.ftmpj("checkpoint", running.id(), "0");
    assertThat(asked.exitCode()).isEqualTo(70);
    assertThat(text(asked)).contains("rank 0: no checkpoint: it takes no checkpoints");
    assertThat(running.ftmpj("checkpoint", running.id(), "--stop").errText())
        .contains("FTMPJ-1841", "--checkpoint-every or --walltime");
    assertThat(job.lateResult().exitCode()).isZero();
  }

  @Test
  void shouldTakeOneAfterSoManyMessages() throws Exception {
    Result reference = References.of(Sample.RING, RING, jobs).result();
    Job job = jobs.start(RING.jvm("-Dft.checkpoint.messages=100"));
    job.awaitOrEnd("a checkpoint", () -> job.notices("rank 1, incarnation 1: checkpoint of ") >= 2);
    Job.kill(job.rank(1));
    verify(job.lateResult(), reference);
    assertThat(job.notices(RESTARTED)).isEqualTo(1);
  }

  private static String text(Result result) {
    return result.out().stream().map(Line::text).collect(Collectors.joining("\n", "\n", "\n"));
  }

  private static void verify(Result result, Result reference) {
    assertThat(result.exitCode()).as(result.errText()).isZero();
    result.requireOutputOf(reference);
    assertThat(result.errText()).doesNotContain(Notices.OTHER_OUTPUT);
  }
}
