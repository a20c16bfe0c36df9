package org.ftmpj.common.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ftmpj.common.error.FtmpjException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobIdentityTest {
  @TempDir Path directory;

  @Test
  void shouldTellJobsApartWhoseDirectoriesHaveTheSameName() throws IOException {
    JobIdentity one = JobIdentity.create(layout("one/run"));
    JobIdentity other = JobIdentity.create(layout("other/run"));

    assertThat(one.name()).startsWith("run-").isNotEqualTo(other.name());
  }

  @Test
  void shouldStayTheSameInACopy() throws IOException {
    JobLayout original = layout("one");
    JobIdentity identity = JobIdentity.create(original);
    JobLayout copy = layout("copy");
    Files.copy(original.identity(), copy.identity());

    assertThat(JobIdentity.of(original)).isEqualTo(identity);
    assertThat(JobIdentity.of(copy)).isEqualTo(identity);
  }

  @Test
  void shouldTakeAnyNameOfADirectory() throws IOException {
    String strange = "ä b/".replace("/", "c").repeat(30);
    JobIdentity identity = JobIdentity.create(layout(strange));

    assertThat(identity.name()).hasSize(57).startsWith("__bc__bc");
  }

  @Test
  void shouldBeCalledByItsDirectory() throws IOException {
    JobIdentity identity = JobIdentity.create(layout("run-h1"));

    assertThat(identity.legible()).isEqualTo("run-h1");
    assertThat(JobIdentity.isOne(identity.name())).isTrue();
    assertThat(JobIdentity.isOne(identity.legible())).isFalse();
  }

  @Test
  void shouldBeDrawnOnce() throws IOException {
    JobLayout layout = layout("one");
    JobIdentity.create(layout);
    assertThatThrownBy(() -> JobIdentity.create(layout))
        .isInstanceOf(FileAlreadyExistsException.class);
  }

  @Test
  void shouldNotBeGuessedIfItIsDamaged() throws IOException {
    JobLayout layout = layout("one");
    assertThatThrownBy(() -> JobIdentity.of(layout))
        .isInstanceOf(FtmpjException.class)
        .hasMessageContaining("identity");

    Files.writeString(layout.identity(), "one-0123");
    assertThatThrownBy(() -> JobIdentity.of(layout))
        .isInstanceOf(FtmpjException.class)
        .hasMessageContaining("one-0123");
  }

  private JobLayout layout(String name) throws IOException {
    return new JobLayout(Files.createDirectories(directory.resolve(name)));
  }
}
