package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Kills;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.it.program.Backlog;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Messages that are received when more has arrived since than a rank has mapped of their log. */
@Rotated(kind = "launchers", turns = 2)
class BacklogIT {
  private static final int BYTES = 8 << 10;
  private static final int MESSAGES = 12_000;
  private static final long MAPPED = 64L << 20;

  @RegisterExtension final Jobs jobs = new Jobs();

  @ParameterizedTest
  @MethodSource("levels")
  void shouldReceiveThemWhenTheReceiverIsKilledOnTheWay(Level level) throws IOException {
    assertThat((long) MESSAGES * BYTES).isGreaterThan(MAPPED + MAPPED / 4);
    int lines = MESSAGES / Backlog.MESSAGES_OF_A_LINE;
    JobSpec spec = JobSpec.of(Backlog.class, "" + MESSAGES, "" + BYTES).ranks(2).level(level);
    Job job = jobs.start(spec);
    new Kills(job, lines).together(0.1, 1);
    Result result = job.result();
    assertThat(result.exitCode()).as(result.errText()).isZero();
    assertThat(result.errText()).contains("rank 1 recovered as incarnation 2");
    assertThat(result.out(1))
        .containsExactlyElementsOf(
            IntStream.rangeClosed(1, lines)
                .mapToObj(line -> Backlog.line(line * Backlog.MESSAGES_OF_A_LINE, true))
                .toList());
  }

  static Stream<Level> levels() {
    return Seed.one("backlog", Level.values());
  }
}
