package org.ftmpj.supervisor.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.ftmpj.common.config.Durability;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.supervisor.record.JobRecord;
import org.ftmpj.supervisor.record.ProcessIdentity;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobRemovalTest {
  @TempDir Path temporary;
  private JobLayout job;

  @BeforeEach
  void makeAJob() throws IOException {
    JobRecord record =
        new JobRecord(ProcessIdentity.current(), Instant.now(), 2, Durability.PROCESS, "Main");
    job = JobDirectory.create(record, temporary.resolve("j"), Optional.empty());
    Files.createFile(job.output(0));
    Files.createDirectory(job.channel(0, 1));
    Path segment = Files.createDirectory(job.channel(0, 1).resolve("0-1-1"));
    Files.createFile(segment.resolve("metadata.cq4t"));
  }

  @Test
  void shouldRemoveAllOfAJob() {
    JobRemoval.requireOurs(job, true);
    JobRemoval.remove(job);
    assertThat(job.directory()).doesNotExist();
    JobRemoval.remove(job);
  }

  @Test
  void shouldLetSeveralRemoveTheSame() throws Exception {
    for (int i = 0; i < 50; i++) {
      for (int channel = 0; channel < 20; channel++) {
        Path segment = job.channel(0, channel).resolve("0-1-1");
        Files.createDirectories(segment);
        Files.write(segment.resolve("metadata.cq4t"), new byte[0]);
      }
      CompletableFuture.allOf(
              CompletableFuture.runAsync(() -> JobRemoval.remove(job)),
              CompletableFuture.runAsync(() -> JobRemoval.remove(job)),
              CompletableFuture.runAsync(() -> JobRemoval.remove(job)))
          .get();
      assertThat(job.directory()).doesNotExist();
    }
  }

  @Test
  void shouldNameWhatIsNotOfTheJob() throws IOException {
    Path notes = Files.createFile(job.output(0).resolveSibling("notes.txt"));
    Files.createDirectories(job.directory().resolve("thesis/chapters"));
    refuses(true, "FTMPJ-1611", job.directory() + " holds", ": output/notes.txt, thesis.");
    assertThat(notes).exists();
    assertThat(job.output(0)).exists();
  }

  @Test
  void shouldKeepAtTheEndOfAJobWhatTheProgramHasPutThere() throws IOException {
    Path result = job.output(0).resolveSibling("result.txt");
    Files.writeString(result, "42");
    List<String> notices = new ArrayList<>();
    JobRemoval.removeAtEnd(job, notices::add);
    assertThat(notices).hasSize(1);
    assertThat(notices.get(0)).contains("FTMPJ-1611", "output/result.txt");
    assertThat(result).hasContent("42");
    assertThat(job.directory()).isDirectoryNotContaining("glob:**/{job,channels,secret}");
  }

  @Test
  void shouldNeitherFollowNorRemoveALink() throws IOException {
    Path precious = Files.createDirectory(temporary.resolve("precious"));
    Path file = Files.createFile(precious.resolve("0"));
    Files.delete(job.exitRecord(0).getParent());
    Files.createSymbolicLink(job.exitRecord(0).getParent(), precious);
    Files.createSymbolicLink(job.output(1), file);
    refuses(true, "FTMPJ-1611", ": exit, output/1.");
    JobRemoval.removeAtEnd(job, notice -> {});
    assertThat(file).exists();
    assertThat(job.output(1)).isSymbolicLink();
  }

  @Test
  void shouldNotRemoveADirectoryByALinkToIt() throws IOException {
    Path link = Files.createSymbolicLink(temporary.resolve("link"), job.directory());
    job = new JobLayout(link);
    refuses(true, "FTMPJ-1611", link + " is not a directory");
    assertThat(link.resolve("job")).exists();
  }

  @Test
  void shouldRemoveWithoutARecordOnlyWhatWasJustBegun() throws IOException {
    refuses(false, "FTMPJ-1611", "no record");
    job = new JobLayout(Files.createDirectory(temporary.resolve("new")));
    Files.createFile(job.directory().resolve("job.4711.tmp"));
    JobRemoval.requireOurs(job, false);
    Files.createFile(job.directory().resolve("identity"));
    assertThat(JobRemoval.isOurs(job, false)).isFalse();
  }

  @Test
  void shouldRefuseWhatBelongsToAnotherUser() throws IOException {
    assumeTrue((Integer) Files.getAttribute(temporary, "unix:uid") == 0, "only root can give away");
    Files.setAttribute(job.secret(), "unix:uid", 12345);
    refuses(true, "FTMPJ-1611", "secret");
    Files.setAttribute(job.directory(), "unix:uid", 12345);
    refuses(true, "FTMPJ-1611", "another user");
  }

  private void refuses(boolean recorded, String... words) {
    assertThatThrownBy(() -> JobRemoval.requireOurs(job, recorded))
        .isInstanceOf(FtmpjException.class)
        .hasMessageContainingAll(words);
    assertThat(JobRemoval.isOurs(job, recorded)).isFalse();
  }
}
