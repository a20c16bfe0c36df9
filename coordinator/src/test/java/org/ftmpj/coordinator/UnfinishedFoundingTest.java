package org.ftmpj.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnfinishedFoundingTest {
  @TempDir Path raft;

  private Path group(String name, String... files) throws IOException {
    Path current = Files.createDirectories(raft.resolve(name).resolve("current"));
    for (String file : files) {
      Files.createFile(current.resolve(file));
    }
    return raft.resolve(name);
  }

  @Test
  void shouldRemoveOnlyWhatDoesNotKnowItsMembers() throws IOException {
    Path half = group("1", "raft-meta", "in_use.lock");
    Path empty = Files.createDirectory(raft.resolve("2"));
    Path founded = group("3", "raft-meta", "raft-meta.conf");
    Path old = group("4", "raft-meta", "log_0-0");
    UnfinishedFounding.remove(raft);
    assertThat(half).doesNotExist();
    assertThat(empty).doesNotExist();
    assertThat(founded).isNotEmptyDirectory();
    assertThat(old).isNotEmptyDirectory();
    UnfinishedFounding.remove(raft.resolve("none"));
  }
}
