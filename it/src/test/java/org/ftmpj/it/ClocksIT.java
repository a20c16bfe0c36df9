package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Kills;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.it.program.Times;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a program reads from clocks, prints and sends is the same after a recovery. */
@Rotated(kind = "programs and what they see", turns = 6)
class ClocksIT {
  private static final int STEPS = 20;

  @RegisterExtension final Jobs jobs = new Jobs();

  @ParameterizedTest
  @MethodSource("levels")
  void shouldRepeatTheTimesItHasReadBefore(Level level) {
    JobSpec spec = JobSpec.of(Times.class).ranks(2).level(level);
    Job job = jobs.start(spec);
    new Kills(job, STEPS * spec.ranks() * 2).everyRankOnce(Seed.random("times", level.name()));
    Result result = job.result();
    assertThat(result.exitCode()).as(result.errText()).isZero();
    for (int rank = 0; rank < spec.ranks(); rank++) {
      String who = rank + " ";
      List<String> said = after(result.out(rank), "said " + who);
      assertThat(said).hasSize(STEPS).doesNotHaveDuplicates();
      assertThat(after(result.out(0), "heard " + who)).isEqualTo(said);
      assertThat(result.out(rank)).noneMatch(line -> line.contains("went back"));
    }
  }

  static Stream<Level> levels() {
    return Seed.one("clocks", Level.values());
  }

  private static List<String> after(List<String> lines, String prefix) {
    return lines.stream()
        .filter(line -> line.contains(prefix))
        .map(line -> line.substring(line.indexOf(prefix) + prefix.length()))
        .toList();
  }
}
