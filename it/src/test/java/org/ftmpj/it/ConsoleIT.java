package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.util.List;
import org.ftmpj.it.job.Dialogue;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.program.OtherLines;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a user sees of a job while it runs, and can type. */
class ConsoleIT {
  @RegisterExtension final Jobs jobs = new Jobs();

  @Test
  void shouldShowEachLineOnceInTheOrderInWhichItsRankWroteIt() throws Exception {
    JobSpec spec = JobSpec.of(OtherLines.class).ranks(2).jvm("-Dft.values.environment=false");
    try (Dialogue job = Dialogue.start(spec, jobs.directory())) {
      job.awaitText("[0] part one ");
      Files.createFile(job.directory().resolve("part-of-0-is-seen"));
      job.awaitText("[1] died in result01.t");
      Files.createFile(job.directory().resolve("part-of-1-is-seen"));
      assertThat(job.end()).as(job.seen()).isZero();
      List<String> lines = job.seen().lines().toList();
      assertThat(
              lines.stream().filter(line -> line.startsWith("[1] ") && !line.contains("ftmpj: ")))
          .containsExactly(
              "[1] short",
              "[1] equal 1",
              "[1] longer by far",
              "[1] equal 2",
              "[1] equal 3",
              "[1] died in result01.t",
              "[1] died in result.txt, and on",
              "[1] equal 4",
              "[1] the end");
      assertThat(lines).contains("[0] part one the end");
      assertThat(lines)
          .filteredOn(line -> line.contains("wrote"))
          .singleElement()
          .asString()
          .contains("'longer by far' as line 1 of standard output", "an earlier", "'short'");
    }
  }
}
