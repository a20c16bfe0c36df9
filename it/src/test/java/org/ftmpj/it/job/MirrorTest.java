package org.ftmpj.it.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MirrorTest {
  @Test
  void shouldKeepEverythingButImages(@TempDir Path directory) throws IOException {
    Path job = directory.resolve("job");
    Path checkpoints = Files.createDirectories(job.resolve("checkpoints/0/7"));
    Path heap = Files.createFile(checkpoints.resolve("heap"));
    Path spare = Files.createFile(checkpoints.resolveSibling("spare"));
    Path held = Files.createLink(checkpoints.resolveSibling("pinned"), heap);
    Path state = Files.createFile(checkpoints.resolve("state"));

    new Mirror(job, directory.resolve("mirror")).close();

    assertThat(links(state)).isEqualTo(2);
    assertThat(links(heap)).as("itself and the one that is held").isEqualTo(2);
    assertThat(links(held)).isEqualTo(2);
    assertThat(links(spare)).isEqualTo(1);
    Jobs.delete(job);
    assertThat(directory.resolve("mirror/checkpoints/0/7/state")).exists();
  }

  private static int links(Path file) throws IOException {
    return (int) Files.getAttribute(file, "unix:nlink");
  }
}
