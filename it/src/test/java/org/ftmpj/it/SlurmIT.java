package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.ftmpj.it.cluster.SlurmCluster;
import org.ftmpj.it.job.Command;
import org.ftmpj.it.job.Installation;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Kills;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.job.Line;
import org.ftmpj.it.job.LocalHosts;
import org.ftmpj.it.job.Recorded;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.it.program.Rounds;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Jobs within a job of Slurm, on three nodes, which are all this machine. */
class SlurmIT {
  private static final int NODES = 3;
  private static final Path SCRIPT = Path.of("../deploy/slurm/requeue.sh").toAbsolutePath();
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final int RANKS = 3;
  private static final int CALLED_WRONGLY = 64;
  private static final int STOPPED = 75;
  private static final String RESTARTED = ", restarted from its checkpoint of ";

  @RegisterExtension final Jobs jobs = new Jobs();

  private SlurmCluster cluster; // null in a test that needs none

  @AfterEach
  void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  /** The same job with a task on each node. */
  private JobSpec on(JobSpec spec) throws IOException {
    cluster = SlurmCluster.start(jobs.directory().resolve("cluster"), NODES);
    return spec.by(cluster.within("--nodes=3", "--ntasks=3", "--no-kill"))
        .with("--bind", "127.0.0.1")
        .with("--remote-ftmpj", LocalHosts.ftmpj(jobs.directory()).toString());
  }

  @Test
  @Rotated(kind = "starts and ends over hosts", turns = 1)
  void shouldRunOnTheNodesOfItsJobAndSurviveTheDeathOfRanks() throws IOException {
    Sample sample = Sample.ORDER_WITNESS;
    // What it prints comes late, by srun: it has to go on for longer than that.
    JobSpec spec = sample.spec().arguments("900", "400000").ranks(NODES);
    References.Reference reference = References.of(sample, spec, jobs);
    Job job = jobs.start(on(spec));
    job.awaitOrEnd("some output", () -> job.linesOfRanks() > 5);
    for (int rank = 0; rank < NODES; rank++) {
      assertThat(cluster.nodeOf(job.rank(rank))).as("rank " + rank).contains("h" + (rank + 1));
    }
    Random random = Seed.random("Slurm");
    new Kills(job, reference.result().out().size()).everyRankOnce(random);
    Result result = job.lateResult();
    sample.verify(result, job.directory(), reference);
    assertThat(result.errText()).contains("recovered as incarnation 2");
  }

  /** What nodes it has is not the same for ever. */
  enum Change {
    NODE_IS_LOST,
    OTHER_NODES_NEXT_TIME
  }

  static Stream<Change> changes() {
    return Seed.one("changes", Change.values());
  }

  @ParameterizedTest
  @MethodSource("changes")
  @Rotated(kind = "starts and ends over hosts", turns = 4)
  void shouldComputeTheSameWhen(Change change) throws Exception {
    switch (change) {
      case NODE_IS_LOST -> loseANode();
      case OTHER_NODES_NEXT_TIME -> goOnOnOtherNodes();
    }
  }

  /** Stopped on two nodes, it goes on on one of them, of which nothing is left, and another one. */
  private void goOnOnOtherNodes() throws Exception {
    Path end = jobs.directory().resolve("end");
    Path copies = jobs.directory().resolve("copies");
    JobSpec spec = on(JobSpec.of(Rounds.class, end.toString()).ranks(RANKS).level(Level.HOST));
    Job first =
        jobs.start(
            spec.with("--checkpoint-every", "request", "--checkpoint-dir", copies.toString())
                .by(cluster.within("--nodelist=h1,h2", "--ntasks-per-node=2", "--no-kill")));
    RoundsOutput.await(first, 5);
    Recorded job = new Recorded(first);
    assertThat(job.ftmpj("checkpoint", job.id(), "--stop").exitCode()).isZero();
    Result stopped = first.lateResult();
    assertThat(stopped.exitCode()).as(stopped.errText()).isEqualTo(STOPPED);
    Jobs.delete(job.part(1));

    Job second =
        jobs.resume(first, cluster.within("--nodelist=h2,h3", "--ntasks-per-node=2", "--no-kill"));
    RoundsOutput.await(second, 5);
    second.awaitOrEnd("restarts", () -> second.notices(RESTARTED) >= RANKS);
    for (int rank = 0; rank < RANKS; rank++) {
      assertThat(cluster.nodeOf(second.rank(rank))).contains(rank < 2 ? "h3" : "h2");
    }
    Job.kill(second.rank(0));
    RoundsOutput.await(second, second.linesOf(0) + 5);
    Files.createFile(end);
    Result last = second.lateResult();
    assertThat(last.exitCode()).as(last.errText()).isZero();
    assertThat(last.errText()).contains("goes on without h1, from copies");
    RoundsOutput.requireEachRoundOnce(RANKS, stopped, last);
  }

  /** By the batch script, which is stopped by its time; the next time it has other nodes. */
  @Test
  @Tag("long")
  void shouldBeQueuedAgainUntilItHasEnded() throws Exception {
    Path directory = jobs.directory();
    cluster = SlurmCluster.start(directory.resolve("cluster"), NODES);
    Path end = directory.resolve("end");
    Path output = directory.resolve("output");
    Path temporary = Files.createDirectory(directory.resolve("tmp"));
    String id =
        cluster
            .ask(
                Map.of(
                    "FTMPJ",
                    LocalHosts.ftmpj(directory).toString(),
                    "FTMPJ_WALLTIME",
                    "25",
                    "FTMPJ_IT_TEMPORARY",
                    temporary.toString()),
                "sbatch",
                "--parsable",
                "--nodelist=h1,h2",
                "--ntasks-per-node=2",
                "--output=" + output,
                SCRIPT.toString(),
                directory.resolve("shared").toString(),
                "-np",
                "3",
                "--label",
                "--bind",
                "127.0.0.1",
                "--remote-ftmpj",
                directory.resolve("ftmpj").toString(),
                "-cp",
                Installation.programs().toString(),
                Rounds.class.getName(),
                end.toString())
            .strip();
    await("its stop").atMost(LONG).until(() -> said(output, "`ftmpj resume ") > 0);
    await("queue").atMost(LONG).until(() -> cluster.ask("squeue", "-h").contains("PD"));
    cluster.ask("scontrol", "update", "jobid=" + id, "nodelist=h2,h3", "starttime=now");
    await("restarts").atMost(LONG).until(() -> said(output, RESTARTED) >= RANKS);
    Files.createFile(end);
    await("its end").atMost(LONG).until(() -> cluster.ask("squeue", "-h").isBlank());
    assertThat(said(output, "goes on without h1, from copies")).isOne();
    List<Line> lines =
        Files.readAllLines(output).stream()
            .map(Line::parse)
            .filter(line -> !line.text().startsWith("ftmpj "))
            .toList();
    RoundsOutput.requireEachRoundOnce(RANKS, new Result(0, lines, List.of(), 0));
    assertThat(directory.resolve("shared/job")).doesNotExist();
    assertThat(directory.resolve("shared/checkpoints")).isEmptyDirectory();
  }

  private static long said(Path output, String text) throws IOException {
    return Files.exists(output)
        ? Files.readAllLines(output).stream().filter(line -> line.contains(text)).count()
        : 0;
  }

  private void loseANode() throws Exception {
    Sample sample = Sample.ORDER_WITNESS;
    JobSpec spec = sample.spec().ranks(NODES);
    References.Reference reference = References.of(sample, spec, jobs);
    Job job = jobs.start(on(spec.level(Level.HOST)));
    job.awaitOrEnd("some output", () -> job.linesOfRanks() > 5);
    cluster.killNode(2);
    Result result = job.lateResult();
    sample.verify(result.inWholeLines(reference.result()), job.directory(), reference);
    assertThat(result.errText()).contains("FTMPJ-1701: host h2 is lost");
    // That of the daemon.
    HostsIT.clean(job, 1);
  }

  @Test
  void shouldHaveAsManyRanksAsTheJobOfSlurmHasTasks() throws Exception {
    try (Command run =
        Command.start(jobs.directory(), Map.of("SLURM_NTASKS", "2000"), "run", "Main")) {
      Result result = run.result();
      assertThat(result.exitCode()).isEqualTo(CALLED_WRONGLY);
      assertThat(result.errText()).contains("-np must be 1 to 1024").doesNotContain("required");
    }
  }
}
