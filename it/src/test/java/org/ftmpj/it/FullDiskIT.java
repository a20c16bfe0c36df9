package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.program.Bulk;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A disk that gets full is noticed before it is: no crash, no crash loop, one code. */
class FullDiskIT {
  private static final int FTMPJ_ERROR = 70;

  @RegisterExtension final Jobs jobs = new Jobs();
  private Path disk;

  /** Half a GiB of messages, in pieces of all sizes, for a disk of 80 MiB. */
  @ParameterizedTest(name = "level {0}, {1} messages of {2} bytes")
  @CsvSource({"PROCESS,500,1000000", "PROCESS,20,30000000", "HOST,5000000,100"})
  void shouldStopTheJobBeforeTheDiskIsFull(Level level, int messages, int bytes) throws Exception {
    mount(80);
    Result result = run(JobSpec.of(Bulk.class, "" + messages, "" + bytes).level(level), 32);
    assertStops(result);
    assertThat(disk.toFile().getUsableSpace()).as("bytes left").isBetween(8L << 20, 48L << 20);
  }

  @Test
  void shouldRefuseADiskThatIsFullFromTheStart() throws Exception {
    // No machine has that much; so this needs no disk of its own.
    disk = Files.createDirectory(jobs.directory().resolve("disk"));
    Result result = run(JobSpec.of(Bulk.class, "1", "1"), 1 << 20);
    assertStops(result);
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
      run("umount", disk.toString());
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
