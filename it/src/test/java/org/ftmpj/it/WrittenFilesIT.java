package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Kills;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.it.program.WritingFiles;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a program makes of files and directories is the same as on stock, whatever dies. */
@Rotated(kind = "files of programs", turns = 2)
class WrittenFilesIT {
  private static final int STEPS = 20;

  @RegisterExtension final Jobs jobs = new Jobs();

  @Test
  void shouldLeaveTheFilesThatStockLeaves() throws IOException {
    JobSpec spec = JobSpec.of(WritingFiles.class).ranks(2);
    Job stock = jobs.start(spec.stock());
    Result expected = stock.result();
    assertThat(expected.exitCode()).as(expected.errText()).isZero();
    for (Level level : Seed.one("written files", Level.values()).toList()) {
      Job job = jobs.start(spec.level(level));
      Kills kills = new Kills(job, STEPS * spec.ranks());
      Random random = Seed.random("files", level.name());
      kills.everyRankOnce(random);
      Result result = job.result();
      assertThat(result.exitCode()).as(result.errText()).isZero();
      result.requireOutputOf(expected);
      assertThat(tree(job)).isEqualTo(tree(stock));
    }
  }

  /** The content of all files, by name; of directories "directory". */
  private static Map<String, String> tree(Job job) throws IOException {
    Map<String, String> tree = new TreeMap<>();
    for (String top : new String[] {"own-0", "own-1", "own-2", "own-3", "shared", "turn", "log"}) {
      Path start = job.directory().resolve(top);
      if (!Files.exists(start)) {
        continue;
      }
      try (Stream<Path> files = Files.walk(start)) {
        for (Path file : files.toList()) {
          tree.put(
              job.directory().relativize(file).toString(),
              Files.isDirectory(file) ? "directory" : Files.readString(file));
        }
      }
    }
    return tree;
  }
}
