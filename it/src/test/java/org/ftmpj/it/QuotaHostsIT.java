package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.job.LocalHosts;
import org.ftmpj.it.job.Recorded;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.it.program.Downpour;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Logs of jobs over several hosts that may take so much disk space on each. */
class QuotaHostsIT {
  private static final int FAILED = 70;
  private static final int RANKS = 3;
  private static final int LARGE = 400;

  /**
   * Enough for what rank 0 sends while a killed rank restarts: on a busy machine 10 s. At its quota
   * a job ends, it does not wait.
   */
  private static final int QUOTA_OF_LARGE = 480;

  private static final int SMALL = 200;
  private static final String REST_MS = "80";
  private static final long LOOK_NS = 100_000_000;
  private static final String RESTARTED = ", restarted from its checkpoint of ";

  @RegisterExtension final Jobs jobs = new Jobs();

  /**
   * What the first host has in its logs is for ranks of the others, whose own logs are half as
   * large: when those ask, it is too late for the first one, which has to ask there.
   */
  @Test
  @Rotated(kind = "pruned logs", turns = 0)
  void shouldSendMoreThanItsQuota() throws Exception {
    Path copies = jobs.directory().resolve("copies");
    JobSpec spec =
        JobSpec.of(Downpour.class, Integer.toString(LARGE), REST_MS)
            .ranks(RANKS)
            .jvm("-Dft.log.level=info")
            .with("--log-max", Integer.toString(QUOTA_OF_LARGE))
            .with("--checkpoint-dir", copies.toString())
            .level(Level.HOST);
    Job job = jobs.start(LocalHosts.slow(jobs.directory()).on("a,b,c", spec));
    job.awaitOrEnd("a checkpoint", () -> job.notices("rank 2, incarnation 1: checkpoint of ") > 1);
    Job.kill(job.rank(2));
    Recorded record = new Recorded(job);
    List<Path> parts = List.of(record.part(1), record.part(2), record.part(3));
    long[] most = new long[RANKS];
    while (job.isAlive()) {
      for (int host = 0; host < RANKS; host++) {
        most[host] = Math.max(most[host], logs(parts.get(host)));
      }
      LockSupport.parkNanos(LOOK_NS);
    }
    Result result = job.lateResult();
    System.out.println("at most " + most[0] + ", " + most[1] + ", " + most[2] + " MiB");
    assertThat(result.exitCode()).as(result.errText()).isZero();
    requireResult(result, RANKS, LARGE);
    assertThat(most[0]).isBetween(QUOTA_OF_LARGE / 4L, (long) QUOTA_OF_LARGE);
    assertThat(job.notices(RESTARTED)).isEqualTo(1);
    assertThat(result.errText()).doesNotContain("cannot be captured");
    int told = most[0] < QUOTA_OF_LARGE * 3 / 4 ? 0 : 1; // ranks send slowly from 7/8 on
    assertThat(job.notices("(log.max)")).as("told to send slowly").isLessThanOrEqualTo(told);
  }

  /** Their size, MiB. */
  private static long logs(Path part) throws IOException {
    Process du =
        new ProcessBuilder(
                "sh",
                "-c",
                "cd $0 && du -smc channels bulk determinants output logger 2>&- | tail -1",
                part.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String total = new String(du.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return total.isEmpty() ? 0 : Long.parseLong(total.substring(0, total.indexOf('\t')));
  }

  /** Why logs are not pruned. */
  private enum Kept {
    NO_CAPTURE,
    NO_COPIES
  }

  static Stream<Kept> kept() {
    return Seed.one("kept", Kept.values());
  }

  @ParameterizedTest
  @MethodSource("kept")
  @Rotated(kind = "pruned logs", turns = 7)
  void shouldStopAndGoOnWithALargerOne(Kept kept) throws Exception {
    boolean isCaptured = kept == Kept.NO_COPIES;
    JobSpec spec =
        JobSpec.of(Downpour.class, Integer.toString(SMALL), REST_MS, isCaptured ? "" : "socket")
            .ranks(2)
            .with("--log-max", "64")
            .level(isCaptured ? Level.HOST : Level.PROCESS);
    Job first = jobs.start(LocalHosts.in(jobs.directory()).on("a,b", spec));
    final Result stopped = first.lateResult();
    assertThat(stopped.exitCode()).as(stopped.errText()).isEqualTo(FAILED);
    assertThat(stopped.errText())
        .containsPattern("FTMPJ-1842: host [ab]: the logs .* its quota \\(log.max\\) is 64 MiB")
        .contains("` goes on with it");
    String why = isCaptured ? "logs are kept whole; so the job stops" : "rank 1 cannot be captured";
    assertThat(first.notices(why)).isEqualTo(1);

    // As large as before: ranks do not even start.
    Recorded job = new Recorded(first);
    final List<String> before = incarnations(job);
    Result again = jobs.resume(first).lateResult();
    assertThat(again.exitCode()).isEqualTo(FAILED);
    assertThat(again.errText()).contains("FTMPJ-1842: host ");
    assertThat(incarnations(job)).isEqualTo(before);

    Job second = jobs.resume(first, "--log-max", "4096");
    Job.kill(second.rank(0));
    Result result = second.lateResult();
    assertThat(result.exitCode()).as(result.errText()).isZero();
    requireResult(result, 2, SMALL);
    assertThat(result.errText()).contains(RESTARTED);
  }

  /** The newest ones of the two ranks, each on its host. */
  private static List<String> incarnations(Recorded job) throws IOException {
    return List.of(
        Files.readString(job.part(1).resolve("incarnations/0")),
        Files.readString(job.part(2).resolve("incarnations/1")));
  }

  private static void requireResult(Result result, int ranks, int mebibytes) {
    for (int rank = 0; rank < ranks; rank++) {
      assertThat(result.out(rank)).isEqualTo(List.of(Long.toString(Downpour.result(mebibytes))));
    }
  }
}
