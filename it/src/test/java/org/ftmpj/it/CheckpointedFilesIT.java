package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Notices;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.it.program.OpenFiles;
import org.ftmpj.it.program.WritingFiles;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranks go on from their checkpoints with the files that they had open. */
class CheckpointedFilesIT {
  private static final int RANKS = 2;
  private static final int ROUNDS = 200;

  @RegisterExtension final Jobs jobs = new Jobs();

  @Test
  @Rotated(kind = "files of programs", turns = 4)
  void shouldLeaveTheFilesThatAnUndisturbedRunLeaves() throws IOException {
    run(JobSpec.of(OpenFiles.class, Integer.toString(ROUNDS)), 4);
  }

  /** With files that come and go, and are written by the ranks in turns. */
  @Test
  @Rotated(kind = "files of programs", turns = 7)
  void shouldGoOnWritingFilesThatOthersWriteToo() throws IOException {
    run(JobSpec.of(WritingFiles.class), 2);
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void shouldLeaveThemAgainAndAgain(int turn) throws IOException {
    run(JobSpec.of(OpenFiles.class, Integer.toString(2 * ROUNDS)), 12 + turn);
  }

  /** Kills each rank in turns, when it has taken a checkpoint since, and a little later. */
  private void run(JobSpec program, int deaths) throws IOException {
    JobSpec spec = program.ranks(RANKS);
    Job stock = jobs.start(spec.stock());
    Result reference = stock.lateResult();
    assertThat(reference.exitCode()).as(reference.errText()).isZero();
    Job job = jobs.start(spec.with("--checkpoint-every", "30ms", "--job-dir", "job"));
    Random random = Seed.random("files", spec.main(), Integer.toString(deaths));
    for (int death = 1; death <= deaths; death++) {
      int rank = random.nextInt(RANKS);
      long checkpoint = newest(job, rank) + 1 + random.nextInt(3);
      job.awaitOrEnd("a checkpoint", () -> newest(job, rank) >= checkpoint);
      int number = death;
      Job.kill(job.rank(rank));
      job.awaitOrEnd("recovery", () -> job.notices(Notices.RECOVERED) >= number);
    }
    Result result = job.lateResult();
    assertThat(result.exitCode()).as(result.errText()).isZero();
    result.requireOutputOf(reference);
    assertThat(tree(job)).isEqualTo(tree(stock));
    assertThat(result.errText()).doesNotContain("cannot be restored", "no checkpoint");
    assertThat(job.notices(", restarted from its checkpoint of ")).isEqualTo(deaths);
  }

  private static long newest(Job job, int rank) throws IOException {
    Path directory = job.directory().resolve("job/checkpoints/" + rank);
    if (!Files.exists(directory)) {
      return 0;
    }
    try (Stream<Path> all = Files.list(directory)) {
      return all.map(path -> path.getFileName().toString())
          .filter(name -> name.matches("\\d+"))
          .mapToLong(Long::parseLong)
          .max()
          .orElse(0);
    }
  }

  /** The content of all files that the program has made, by name. */
  private static Map<String, String> tree(Job job) throws IOException {
    Map<String, String> tree = new TreeMap<>();
    for (String top :
        new String[] {"files-0", "files-1", "own-0", "own-1", "shared", "turn", "log"}) {
      Path start = job.directory().resolve(top);
      if (Files.exists(start)) {
        try (Stream<Path> files = Files.walk(start)) {
          for (Path file : files.toList()) {
            tree.put(
                job.directory().relativize(file).toString(),
                Files.isDirectory(file)
                    ? "directory"
                    : Files.readString(file, StandardCharsets.ISO_8859_1));
          }
        }
      }
    }
    return tree;
  }
}
