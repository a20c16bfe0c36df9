package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.ftmpj.it.damage.Journal;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.it.program.Collects;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A log of a running job is damaged, and the rank that needs it is killed. */
class DamagedLogsIT {
  private static final int FTMPJ_ERROR = 70;
  private static final int ROUNDS = 600;
  private static final int LINES_BEFORE = 100;

  @RegisterExtension final Jobs jobs = new Jobs();

  static Stream<Journal.Part> parts() {
    return Seed.one("damaged channel log", Journal.Part.values());
  }

  @ParameterizedTest
  @MethodSource("parts")
  @Rotated(kind = "disks and users", turns = 1)
  void shouldNotGoOnFromADamagedChannelLog(Journal.Part part) throws IOException {
    Job job = running();
    Journal log = Journal.of(directory().resolve("channels/1-0"));
    assertThat(log.records()).as("messages of rank 1 to rank 0").isGreaterThan(20);
    log.damage(log.records() / 2, part);
    assertStopsWhenKilled(job, 0, "channels/1-0");
  }

  static Stream<Journal.Part> partsWithoutPayload() {
    return Seed.one(
        "damaged determinant log",
        Arrays.stream(Journal.Part.values())
            .filter(part -> part != Journal.Part.PAYLOAD)
            .toArray(Journal.Part[]::new));
  }

  @ParameterizedTest
  @MethodSource("partsWithoutPayload")
  @Rotated(kind = "disks and users", turns = 5)
  void shouldNotGoOnFromADamagedDeterminantLog(Journal.Part part) throws IOException {
    Job job = running();
    Journal log = Journal.of(directory().resolve("determinants/0"));
    assertThat(log.records()).as("determinants of rank 0").isGreaterThan(20);
    log.damage(log.records() / 2, part);
    assertStopsWhenKilled(job, 0, "determinants/0");
  }

  @Test
  @Rotated(kind = "disks and users", turns = 2)
  void shouldNotGoOnFromADamagedOutputLog() throws IOException {
    Job job = running();
    flipOneBit(directory().resolve("output/0"), 500);
    assertStopsWhenKilled(job, 0, "output/0");
  }

  /** What is not read again does no harm. */
  @Test
  @Rotated(kind = "disks and users", turns = 0)
  void shouldNotMindDamageThatIsNotReadAgain() throws IOException {
    Job job = running();
    Journal log = Journal.of(directory().resolve("channels/1-0"));
    log.damage(2, Journal.Part.PAYLOAD);
    Job.kill(job.rank(2));
    Result result = job.result();
    assertThat(result.exitCode()).as(result.errText()).isZero();
    assertThat(result.out(0)).hasSize(2 * ROUNDS).doesNotHaveDuplicates();
  }

  private Path directory() {
    return jobs.directory().resolve("damaged");
  }

  private Job running() {
    JobSpec spec = JobSpec.of(Collects.class, "" + ROUNDS).ranks(3);
    Job job = jobs.start(spec.with("--job-dir", directory().toString()));
    job.awaitOrEnd("some output", () -> job.linesOfRanks() > LINES_BEFORE);
    return job;
  }

  private void assertStopsWhenKilled(Job job, int rank, String log) {
    Job.kill(job.rank(rank));
    Result result = job.result();
    assertThat(result.exitCode()).as(result.errText()).isEqualTo(FTMPJ_ERROR);
    assertThat(result.errText()).containsPattern("FTMPJ-130[23]: .*" + log);
  }

  private static void flipOneBit(Path file, int at) throws IOException {
    try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
      out.seek(at);
      int before = out.read();
      out.seek(at);
      out.write(before ^ 0x10);
    }
  }
}
