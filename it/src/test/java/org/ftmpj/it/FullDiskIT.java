package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.job.Line;
import org.ftmpj.it.job.Notices;
import org.ftmpj.it.job.Recorded;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.it.program.Bulk;
import org.ftmpj.it.program.Rounds;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A disk that gets full is noticed before it is: no crash, no crash loop, one code. */
class FullDiskIT {
  private static final int FTMPJ_ERROR = 70;
  private static final int DISK_MIB = 300;
  private static final int STATE_MIB = 40;
  private static final int ROOM_MIB = 30;
  private static final String NO_ROOM = "it cannot be written: ";
  private static final String RESTARTED = ", restarted from its checkpoint of ";

  @RegisterExtension final Jobs jobs = new Jobs();
  private Path disk;

  /** Half a GiB of messages, in pieces of some size. */
  static Stream<Arguments> floods() {
    return Seed.one(
        "messages for a small disk",
        Arguments.of(Level.PROCESS, 500, 1_000_000),
        Arguments.of(Level.PROCESS, 20, 30_000_000),
        Arguments.of(Level.HOST, 5_000_000, 100));
  }

  /** Of 80 MiB. */
  @ParameterizedTest(name = "level {0}, {1} messages of {2} bytes")
  @MethodSource("floods")
  @Rotated(kind = "disks and users", turns = 5)
  void shouldStopTheJobBeforeTheDiskIsFull(Level level, int messages, int bytes) throws Exception {
    mount(80);
    Result result = run(JobSpec.of(Bulk.class, "" + messages, "" + bytes).level(level), 32);
    assertStops(result);
    assertThat(disk.toFile().getUsableSpace()).as("bytes left").isBetween(8L << 20, 48L << 20);
  }

  @Test
  @Rotated(kind = "disks and users", turns = 6)
  void shouldRefuseADiskThatIsFullFromTheStart() throws Exception {
    // No machine has that much; so this needs no disk of its own.
    disk = Files.createDirectory(jobs.directory().resolve("disk"));
    Result result = run(JobSpec.of(Bulk.class, "1", "1"), 1 << 20);
    assertStops(result);
    assertThat(result.err()).hasSize(1);
    assertThat(disk).isEmptyDirectory();
  }

  /**
   * Where it is not looked at what is left: that images do not fit is found when they are written.
   * Logs, of which little is written meanwhile, do.
   */
  @Test
  @Rotated(kind = "disks and users", turns = 5)
  void shouldGoOnWithoutACheckpointForWhichThereIsNoRoom() throws Exception {
    mount(DISK_MIB);
    Path end = jobs.directory().resolve("end");
    Path ballast = disk.resolve("ballast");
    Job job =
        jobs.start(
            JobSpec.of(Rounds.class, end.toString(), Integer.toString(STATE_MIB))
                .ranks(2)
                .with("--job-dir", disk.resolve("job").toString())
                .with("--checkpoint-every", "request")
                .jvm("-Dft.log.reserve=0"));
    job.awaitOrEnd("output", () -> job.linesOf(0) > 0);
    Recorded running = new Recorded(job);
    fill(ballast);
    assertNoRoom(checkpoints(running));
    assertThat(job.notices(NO_ROOM)).as("told of each rank").isEqualTo(2);
    for (int taken = 0; taken < 2; taken++) {
      shorten(ballast, 2 * (STATE_MIB + 1));
      Result done = checkpoints(running);
      assertThat(done.exitCode()).as(done.errText()).isZero();
    }
    // Logs are pruned now, and both images are needed.
    assertNoRoom(checkpoints(running));
    int lines = job.linesOf(0);
    Job.kill(job.rank(1));
    job.awaitOrEnd("a restart", () -> job.notices(RESTARTED) > 0);
    job.awaitOrEnd("output", () -> job.linesOf(0) > lines + 10);
    Files.createFile(end);
    Result result = job.lateResult();
    assertThat(result.exitCode()).as(result.errText()).isZero();
    assertThat(result.out(1)).isEqualTo(result.out(0)).hasSizeGreaterThan(lines);
    assertThat(result.errText()).doesNotContain(Notices.OTHER_OUTPUT);
  }

  private Result checkpoints(Recorded job) throws Exception {
    return job.ftmpj("checkpoint", disk.resolve("job").toString());
  }

  private static void assertNoRoom(Result result) {
    assertThat(result.exitCode()).as(result.errText()).isEqualTo(FTMPJ_ERROR);
    assertThat(result.errText()).contains("FTMPJ-1823");
    assertThat(result.out()).extracting(Line::text).allMatch(line -> line.contains(NO_ROOM));
  }

  /** Leaves less room than an image needs. */
  private void fill(Path ballast) throws IOException {
    long left = disk.toFile().getUsableSpace() - ((long) ROOM_MIB << 20);
    try (OutputStream out = Files.newOutputStream(ballast)) {
      byte[] some = new byte[1 << 16];
      for (long at = 0; at < left; at += some.length) {
        out.write(some);
      }
    }
  }

  private static void shorten(Path ballast, int mib) throws IOException {
    try (FileChannel file = FileChannel.open(ballast, StandardOpenOption.WRITE)) {
      file.truncate(file.size() - ((long) mib << 20));
    }
  }

  private Result run(JobSpec spec, int reserveMib) {
    return jobs.run(
        spec.ranks(2)
            .with("--job-dir", disk.resolve("job").toString())
            .jvm("-Dft.log.reserve=" + reserveMib));
  }

  private static void assertStops(Result result) {
    assertThat(result.exitCode()).as(result.errText()).isEqualTo(FTMPJ_ERROR);
    assertThat(result.errText())
        .containsPattern("FTMPJ-1301: no space: \\d+ MiB are left on the disk of ")
        .contains("log.reserve")
        .doesNotContain("died");
  }

  private void mount(int mib) throws Exception {
    disk = Files.createDirectory(jobs.directory().resolve("disk"));
    boolean mounted =
        run("mount", "-t", "tmpfs", "-o", "size=" + mib + "m", "tmpfs", disk.toString()) == 0;
    assumeTrue(mounted, "only root can mount a small disk");
  }

  @AfterEach
  void unmount() throws Exception {
    if (disk != null) {
      run("umount", "--lazy", disk.toString());
    }
  }

  private static int run(String... command) throws IOException, InterruptedException {
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }
}
