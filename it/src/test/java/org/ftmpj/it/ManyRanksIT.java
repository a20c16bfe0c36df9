package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Line;
import org.ftmpj.it.job.Recorded;
import org.ftmpj.it.program.StandsBy;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * What a job of many ranks takes of a host follows from the pairs that talk, not from all pairs.
 */
@Rotated(kind = "disks and users", turns = 3)
class ManyRanksIT {
  private static final int RANKS = 32;

  /** Of the tree by which MPI.Init agrees on contexts, which is also that of barriers. */
  private static final int PAIRS = 2 * (RANKS - 1);

  private static final int MOST_DESCRIPTORS = 64;
  private static final int MOST_KIB_PER_RANK = 256;

  @RegisterExtension final Jobs jobs = new Jobs();

  @Test
  void shouldMakeLogsOnlyForPairsThatTalk() throws Exception {
    Path end = jobs.directory().resolve("end");
    Job job = jobs.start(JobSpec.of(StandsBy.class, end.toString()).ranks(RANKS));
    awaitAll(job);
    Path directory = new Recorded(job).directory();
    assertThat(logs(directory)).hasSize(PAIRS);
    for (int rank = 0; rank < RANKS; rank++) {
      assertThat(descriptors(job.rank(rank)))
          .as("descriptors of rank %d", rank)
          .hasSizeLessThan(MOST_DESCRIPTORS);
    }
    assertThat(kib(directory)).isLessThan(RANKS * MOST_KIB_PER_RANK);
    for (int rank : new int[] {1, RANKS - 1}) {
      ProcessHandle killed = job.rank(rank);
      Job.kill(killed);
      job.rankAfter(rank, killed);
    }
    Files.createFile(end);
    assertThat(job.lateResult().exitCode()).isZero();
    for (int rank = 0; rank < RANKS; rank++) {
      assertThat(linesOf(job, rank)).containsExactly("here", "end");
    }
  }

  private static void awaitAll(Job job) {
    job.awaitOrEnd(
        "all ranks",
        () -> IntStream.range(0, RANKS).allMatch(rank -> linesOf(job, rank).contains("here")));
  }

  private static List<String> linesOf(Job job, int rank) {
    return job.outSoFar().stream().filter(line -> line.rank() == rank).map(Line::text).toList();
  }

  private static List<Path> logs(Path job) throws IOException {
    return list(job.resolve("channels"));
  }

  private static List<Path> descriptors(ProcessHandle process) throws IOException {
    return list(Path.of("/proc", Long.toString(process.pid()), "fd"));
  }

  private static List<Path> list(Path directory) throws IOException {
    try (Stream<Path> all = Files.list(directory)) {
      return all.toList();
    }
  }

  /** Disk space, as files have holes. */
  private static long kib(Path directory) throws IOException {
    Process process = new ProcessBuilder("du", "-sk", directory.toString()).start();
    return Long.parseLong(new String(process.getInputStream().readAllBytes()).split("\\s")[0]);
  }
}
