package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Line;
import org.ftmpj.it.job.Recorded;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.program.Downpour;
import org.ftmpj.it.program.Persistent;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Logs that may take so much disk space. */
class QuotaIT {
  private static final int FAILED = 70;
  private static final int INTERRUPTED = 130;
  private static final int LARGE = 700;
  private static final int QUOTA_OF_LARGE = 320;
  private static final int SMALL = 200;
  private static final int STEPS = 50_000;
  private static final int QUOTA_OF_STEPS = 64;
  private static final String REST_MS = "15";

  /** From half of the quota on it takes longer than two looks at it. */
  private static final String LONG_REST_MS = "60";

  private static final int MIB = 20;
  private static final long LOOK_NS = 100_000_000;
  private static final String CANNOT_BE_CAPTURED = "rank 1 cannot be captured: ";

  @RegisterExtension final Jobs jobs = new Jobs();

  /** Without any other option: it asks for checkpoints by itself. */
  @Test
  @Rotated(kind = "pruned logs", turns = 5)
  void shouldSendMoreThanItsQuota() throws Exception {
    Job job =
        jobs.start(
            JobSpec.of(Downpour.class, Integer.toString(LARGE), REST_MS, "lines")
                .ranks(2)
                .jvm("-Dft.log.level=info")
                .with("--log-max", Integer.toString(QUOTA_OF_LARGE), "--keep"));
    job.awaitOrEnd("a checkpoint", () -> job.notices("rank 1, incarnation 1: checkpoint of ") > 1);
    Path directory = new Recorded(job).directory();
    Job.kill(job.rank(1));
    long most = 0;
    while (job.isAlive()) {
      most = Math.max(most, logs(directory, "channels bulk determinants output logger"));
      LockSupport.parkNanos(LOOK_NS);
    }
    Result result = job.lateResult();
    System.out.println("at most " + most + " MiB");
    assertThat(result.exitCode()).as(result.errText()).isZero();
    long printed = printed(result, 0);
    assertThat(printed).isEqualTo(printed(result, 1));
    requireResult(result, LARGE);
    assertThat(logs(directory, "output") << MIB)
        .as("of what was printed a part is left")
        .isLessThan(printed * 3 / 2);
    assertThat(most).isBetween(QUOTA_OF_LARGE / 4L, (long) QUOTA_OF_LARGE);
    assertThat(job.notices(", restarted from its checkpoint of ")).isEqualTo(1);
    assertThat(result.errText()).doesNotContain("cannot be captured");
  }

  /** Their size, MiB. */
  private static long logs(Path job, String which) throws IOException {
    Process du =
        new ProcessBuilder(
                "sh", "-c", "cd $0 && du -smc " + which + " 2>&- | tail -1", job.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String total = new String(du.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return total.isEmpty() ? 0 : Long.parseLong(total.substring(0, total.indexOf('\t')));
  }

  /**
   * On a fast machine its logs grow to the quota before there are two checkpoints: then ranks are
   * held up, and else need not be.
   */
  @Test
  @Rotated(kind = "pruned logs", turns = 3)
  void shouldNotStopWhatCheckpointsCanPrune() throws Exception {
    Job job =
        jobs.start(
            JobSpec.of(Persistent.class, Integer.toString(STEPS))
                .ranks(2)
                .with("--log-max", Integer.toString(QUOTA_OF_STEPS), "--checkpoint-every", "2s"));
    Result result = job.lateResult();
    assertThat(result.exitCode()).as(result.errText()).isZero();
    long[] sums = Persistent.sums(STEPS);
    assertThat(result.out(0)).containsExactly("sum " + sums[0]);
    assertThat(result.out(1)).containsExactly("sum " + sums[1]);
    assertThat(job.notices("ranks send slowly")).as(result.errText()).isLessThanOrEqualTo(1);
  }

  @Test
  @Rotated(kind = "pruned logs", turns = 7)
  void shouldStopWhereNothingCanBePrunedAndGoOnWithALargerOne() throws Exception {
    Job first =
        jobs.start(
            JobSpec.of(Downpour.class, Integer.toString(SMALL), LONG_REST_MS, "socket")
                .ranks(2)
                .with("--log-max", "64"));
    first.awaitOrEnd("half of the quota", () -> first.notices(CANNOT_BE_CAPTURED) > 0);
    Job.kill(first.rank(1));
    Result stopped = first.lateResult();
    assertThat(stopped.exitCode()).as(stopped.errText()).isEqualTo(FAILED);
    assertThat(stopped.errText()).contains("FTMPJ-1842", "its quota (log.max) is 64 MiB", "Socket");
    assertThat(first.notices(CANNOT_BE_CAPTURED)).isEqualTo(1);
    Recorded job = new Recorded(first);
    String status =
        job.ftmpj("status", job.id()).out().stream()
            .map(Line::text)
            .collect(Collectors.joining("\n"));
    assertThat(status).containsPattern("state +stopped");

    // As large as before: the ranks do not even start.
    Result again = jobs.resume(first).lateResult();
    assertThat(again.exitCode()).isEqualTo(FAILED);
    assertThat(again.errText()).contains("FTMPJ-1842");

    Job second = jobs.resume(first, "--log-max", "4096");
    Job.kill(second.rank(0));
    second.interrupt();
    assertThat(second.lateResult().exitCode()).isEqualTo(INTERRUPTED);

    // It has the quota of the last time.
    Result result = jobs.resume(first).lateResult();
    assertThat(result.exitCode()).as(result.errText()).isZero();
    requireResult(result, SMALL);
  }

  private static void requireResult(Result result, int mebibytes) {
    String expected = Long.toString(Downpour.result(mebibytes));
    assertThat(result.out(0)).endsWith(expected);
    assertThat(result.out(1)).endsWith(expected);
  }

  /** How many bytes, in lines that are numbered. */
  private static long printed(Result result, int rank) {
    List<String> lines = result.out(rank);
    for (int line = 0; line < lines.size() - 1; line++) {
      assertThat(lines.get(line)).startsWith("line " + line + " ");
    }
    return lines.stream().mapToLong(String::length).sum();
  }
}
