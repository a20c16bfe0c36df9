package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.job.Recorded;
import org.ftmpj.it.program.Marathon;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What other users of a host find of a job, whatever its user's umask is. */
@Rotated(kind = "disks and users", turns = 7)
class OnlyUserIT {
  private static final List<String> WITHOUT_UMASK =
      List.of("/bin/sh", "-c", "umask 0; exec \"$@\"", "sh");

  @RegisterExtension final Jobs jobs = new Jobs();

  @Test
  void shouldLeaveNothingToOthers() throws IOException {
    Path end = jobs.directory().resolve("end");
    JobSpec spec = JobSpec.of(Marathon.class, end.toString(), "0").ranks(2);
    Job job =
        jobs.start(
            spec.level(Level.HOST)
                .with("--record", "--checkpoint-every", "200ms")
                .by(WITHOUT_UMASK));
    Recorded recorded = new Recorded(job);
    job.rank(1);
    job.awaitOrEnd(
        "checkpoints",
        () ->
            found(recorded.directory()).stream()
                .anyMatch(name -> name.matches("checkpoints/1/\\d+")));
    assertThat(forOthers(recorded.directory())).isEmpty();
    Files.createFile(end);
    assertThat(job.lateResult().exitCode()).isZero();
    assertThat(found(recorded.directory())).contains("determinants", "output/1", "ended");
    assertThat(forOthers(recorded.directory())).isEmpty();
  }

  private static List<String> found(Path directory) throws IOException {
    while (true) {
      try (Stream<Path> all = Files.walk(directory)) {
        return all.map(path -> directory.relativize(path).toString()).toList();
      } catch (UncheckedIOException removedMeanwhile) {
        continue;
      }
    }
  }

  /**
   * Files and directories of which other users may do something, once they have their names: a log
   * that is being made, in a directory of its user's alone, has files of Chronicle Queue's first.
   */
  private static List<String> forOthers(Path directory) throws IOException {
    List<String> found = new ArrayList<>();
    for (String name : found(directory)) {
      if (name.matches("channels/[^/]+\\.new/.+")) {
        continue;
      }
      try {
        String mode =
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(directory.resolve(name), LinkOption.NOFOLLOW_LINKS));
        if (!mode.endsWith("------")) {
          found.add(mode + " " + name);
        }
      } catch (NoSuchFileException removedMeanwhile) {
        continue;
      }
    }
    return found;
  }
}
