package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.ftmpj.it.job.HostLoss;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Kills;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.job.LocalHosts;
import org.ftmpj.it.job.Recorded;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.it.program.ChildTasks;
import org.ftmpj.it.program.NotRepeatable;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Processes that a program starts: what has ended is not run again, whatever dies. */
class ChildrenIT {
  private static final int TASKS = 9;
  private static final int RANKS = 2;
  private static final int FTMPJ_ERROR = 70;

  @RegisterExtension final Jobs jobs = new Jobs();

  private static JobSpec spec(String how) {
    return JobSpec.of(ChildTasks.class, Integer.toString(TASKS), how).ranks(RANKS);
  }

  /** One of both ways, at one of the levels, with checkpoints or without; then it is verified. */
  @Test
  @Rotated(kind = "programs and what they see", turns = 2)
  void shouldComputeTheSameWhenRanksDie() throws Exception {
    Random random = Seed.random("children");
    JobSpec spec = spec(random.nextBoolean() ? "delete" : "reuse");
    Result expected = jobs.run(spec.stock());
    assertThat(expected.exitCode()).as(expected.errText()).isZero();
    Level level = Level.values()[random.nextInt(Level.values().length)];
    JobSpec recorded = spec.level(level).with("--record");
    boolean checkpoints = random.nextBoolean();
    Job job =
        jobs.start(
            checkpoints ? recorded.with("--checkpoint-every", "300ms", "--keep-logs") : recorded);
    new Kills(job, TASKS).everyRankOnce(random);
    Result result = job.result();
    assertThat(result.exitCode()).as(result.errText()).isZero();
    result.requireOutputOf(expected);
    assertThat(files(job)).isEqualTo(delete(spec) ? List.of() : List.of("r1.in", "r1.out"));
    Recorded record = new Recorded(job);
    Result verified = record.ftmpj("verify", record.id());
    assertThat(verified.exitCode()).as(verified.errText()).isZero();
  }

  private static boolean delete(JobSpec spec) {
    return spec.arguments().contains("delete");
  }

  /** Files of the tasks that are there at the end. */
  private static List<String> files(Job job) throws IOException {
    try (Stream<Path> files = Files.list(job.directory())) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.matches("r\\d.*\\.(in|out)"))
          .sorted()
          .toList();
    }
  }

  @Test
  void shouldEndTheJobWhereAChildThatIsRunAgainWritesSomethingElse() throws Exception {
    Job job = start("differs");
    assertThat(afterADeath(job).errText()).contains("FTMPJ-1513", "sh");
  }

  @Test
  void shouldEndTheJobWhereAChildCannotBeRunAgain() throws Exception {
    Path tool = jobs.directory().resolve("tool");
    Files.writeString(tool, "#!/bin/sh\necho ready\ncat\n");
    Files.setPosixFilePermissions(tool, PosixFilePermissions.fromString("rwx------"));
    Job job = start("lost", tool.toString());
    Files.delete(tool);
    assertThat(afterADeath(job).errText()).contains("FTMPJ-1514", tool.toString());
  }

  /** A job whose ranks all wait for a message. */
  private Job start(String... arguments) {
    Job job = jobs.start(JobSpec.of(NotRepeatable.class, arguments).ranks(RANKS));
    job.awaitBeforeEnd("both ranks to be ready", () -> job.linesOfRanks() == RANKS);
    return job;
  }

  private static Result afterADeath(Job job) {
    Job.kill(job.rank(1));
    Result result = job.result();
    assertThat(result.exitCode()).as(result.errText()).isEqualTo(FTMPJ_ERROR);
    return result;
  }

  @Test
  @Rotated(kind = "losses of hosts", turns = 7)
  void shouldGoOnWhereAHostIsLost() throws Exception {
    // What was removed just before the loss is not known on the next host: see docs/values.md.
    JobSpec spec = spec("reuse");
    Result expected = jobs.run(spec.stock());
    Job job =
        jobs.start(
            LocalHosts.in(jobs.directory())
                .on("a,b,c", spec.level(Level.HOST).with("--spares", "1")));
    job.awaitOrEnd("some output", () -> job.linesOfRanks() > 3);
    HostLoss.of(job, 2);
    Result result = job.lateResult();
    assertThat(result.errText()).contains("FTMPJ-1701: host b is lost");
    result.requireOutputOf(expected);
  }
}
