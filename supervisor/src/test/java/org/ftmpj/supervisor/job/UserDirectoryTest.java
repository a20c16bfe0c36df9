package org.ftmpj.supervisor.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.ftmpj.common.error.FtmpjException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UserDirectoryTest {
  private static final int JOBS = 500;

  @TempDir Path temporary;
  private UserDirectory directory;

  @BeforeEach
  void choose() {
    directory = new UserDirectory(temporary.resolve("ftmpj-me"));
  }

  @Test
  void shouldBeMadeForItsUserOnly() throws IOException {
    directory.prepare();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.path())))
        .isEqualTo("rwx------");
    assertThat(directory.isOurs()).isTrue();
  }

  @Test
  void shouldBeRemovedOnlyIfItIsEmpty() throws IOException {
    Path job = directory.path().resolve("job");
    directory.fill(() -> Files.createDirectory(job));
    directory.removeIfEmpty();
    assertThat(job).exists();
    Files.delete(job);
    directory.removeIfEmpty();
    directory.removeIfEmpty();
    assertThat(directory.path()).doesNotExist();
  }

  /** As a cluster mounts a file system of its own for each user, or each batch job. */
  @Test
  void shouldStayWhereItIsAMountPoint() throws Exception {
    directory.prepare();
    String place = directory.path().toString();
    assumeTrue(exitCode("mount", "--bind", place, place) == 0, "nothing can be mounted here");
    try {
      directory.removeIfEmpty();
      assertThat(directory.isOurs()).isTrue();
    } finally {
      assertThat(exitCode("umount", place)).isZero();
    }
  }

  private static int exitCode(String... command) throws Exception {
    return new ProcessBuilder(command)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }

  /** Launchers start and end jobs at the same time. */
  @Test
  void shouldTakeJobsWhileOthersRemoveIt() throws Exception {
    ExecutorService launchers = Executors.newFixedThreadPool(4);
    try {
      List<Future<?>> all = new ArrayList<>();
      for (int launcher = 0; launcher < 4; launcher++) {
        Path job = directory.path().resolve("job" + launcher);
        all.add(launchers.submit(() -> startAndEnd(job)));
      }
      for (Future<?> one : all) {
        one.get();
      }
    } finally {
      launchers.shutdownNow();
    }
    assertThat(directory.path()).doesNotExist();
  }

  private Void startAndEnd(Path job) throws IOException {
    for (int n = 0; n < JOBS; n++) {
      directory.fill(() -> Files.createDirectory(job));
      Files.delete(job);
      directory.removeIfEmpty();
    }
    return null;
  }

  @Test
  void shouldNotTryForEverWhatCannotBeMade() {
    Path job = directory.path().resolve("no/such/place");
    assertThatThrownBy(() -> directory.fill(() -> Files.createDirectory(job)))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void shouldRefuseThatOfAnotherUser() throws IOException {
    Files.createDirectory(directory.path());
    assumeTrue(isRoot(), "only root can give a directory away");
    Files.setAttribute(directory.path(), "unix:uid", 12345);
    assertThatThrownBy(() -> directory.prepare())
        .isInstanceOf(FtmpjException.class)
        .hasMessageContaining("belongs to another user");
    assertThatThrownBy(() -> directory.requireOurs()).isInstanceOf(FtmpjException.class);
  }

  private static boolean isRoot() throws IOException {
    return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
  }
}
