package org.ftmpj.supervisor.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.ftmpj.common.job.JobLayout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobLockTest {
  @TempDir Path directory;

  @AfterEach
  void release() {
    JobLock.release(new JobLayout(directory));
  }

  @Test
  void shouldBeSeenUntilTheProcessThatHasItDies() throws Exception {
    JobLayout job = new JobLayout(directory);
    assertThat(JobLock.isTaken(job)).isFalse();
    Process owner = start(directory);
    try {
      assertThat(JobLock.isTaken(job)).isTrue();
      assertThatThrownBy(() -> JobLock.take(job)).hasMessageContaining("belongs to a process");
    } finally {
      owner.destroyForcibly().waitFor();
    }
    assertThat(JobLock.isTaken(job)).isFalse();
    JobLock.take(job);
    JobLock.take(job);
  }

  /** The kernel drops a lock when its process closes any descriptor of the file. */
  @Test
  void shouldNotBeLostWhenItsOwnProcessLooks() throws Exception {
    JobLayout job = new JobLayout(directory);
    JobLock.take(job);
    assertThat(JobLock.isTaken(job)).as("by another process").isFalse();
    Process other = start(directory);
    assertThat(other.waitFor()).as("exit code of a process that cannot have it").isEqualTo(1);
  }

  private static Process start(Path directory) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Owner.class.getName(),
                directory.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    process.getInputStream().read();
    return process;
  }

  /** Has the lock until it is killed. */
  static final class Owner {
    private Owner() {}

    public static void main(String[] arguments) throws Exception {
      JobLock.take(new JobLayout(Path.of(arguments[0])));
      System.out.println("taken");
      Thread.currentThread().join();
    }
  }
}
