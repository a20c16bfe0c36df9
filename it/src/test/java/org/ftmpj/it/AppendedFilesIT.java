package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Kills;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.it.program.Appending;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a program appends to files is there once, whatever dies. */
class AppendedFilesIT {
  private static final int STEPS = 20;

  @RegisterExtension final Jobs jobs = new Jobs();

  @ParameterizedTest
  @MethodSource("levels")
  @Rotated(kind = "files of programs", turns = 1)
  void shouldAppendEachLineOnce(Level level) throws IOException {
    JobSpec spec = JobSpec.of(Appending.class).ranks(2).level(level);
    Job job = jobs.start(spec);
    new Kills(job, STEPS * spec.ranks()).everyRankOnce(Seed.random("append", level.name()));
    Result result = job.result();
    assertThat(result.exitCode()).as(result.errText()).isZero();
    for (int rank = 0; rank < spec.ranks(); rank++) {
      List<String> kept = new ArrayList<>();
      List<String> opened = new ArrayList<>();
      for (int step = 1; step <= STEPS; step++) {
        String line = rank + " in step " + step;
        kept.add(line);
        opened.addAll(List.of(line, "and again " + line));
      }
      assertThat(lines(job, "kept-" + rank)).isEqualTo(kept);
      assertThat(lines(job, "channel-" + rank)).isEqualTo(kept);
      assertThat(lines(job, "opened-" + rank)).isEqualTo(opened);
    }
  }

  /**
   * What others have appended is not to be lost, and what this rank has appended and closed is
   * there. Only if it dies while the file is open the line may come twice, with a warning.
   */
  @Test
  @Rotated(kind = "files of programs", turns = 6)
  void shouldNotCutAFileThatOthersAppendToAsWell() throws IOException {
    JobSpec spec = JobSpec.of(Appending.class, "common").ranks(2);
    Job job = jobs.start(spec);
    new Kills(job, STEPS * spec.ranks()).together(0.5, 1);
    Result result = job.result();
    assertThat(result.exitCode()).as(result.errText()).isZero();
    boolean warned = result.errText().contains("common, which other ranks append to, too");
    for (int rank = 0; rank < spec.ranks(); rank++) {
      String own = rank + " in step ";
      List<String> lines = lines(job, "common").stream().filter(l -> l.startsWith(own)).toList();
      assertThat(lines.stream().distinct()).hasSize(STEPS);
      assertThat(lines).hasSizeBetween(STEPS, warned ? STEPS + 1 : STEPS);
    }
  }

  static Stream<Level> levels() {
    return Seed.one("appended files", Level.values());
  }

  private static List<String> lines(Job job, String file) throws IOException {
    return Files.readAllLines(job.directory().resolve(Path.of(file)));
  }
}
