package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.stream.Stream;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Kills;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Jobs that record every reception. */
@Rotated(kind = "programs and what they see", turns = 3)
class ReceptionsIT {
  private static final int RANKS = 3;

  @RegisterExtension final Jobs jobs = new Jobs();

  /** One that has no open outcomes of its own, and one that depends on many. */
  static Stream<Arguments> cases() {
    return Seed.one(
        "receptions",
        Arguments.of(Sample.GAME_OF_LIFE, Level.PROCESS),
        Arguments.of(Sample.ORDER_WITNESS, Level.HOST));
  }

  @ParameterizedTest(name = "{0} at level {1}")
  @MethodSource("cases")
  void shouldSurviveTheDeathOfEveryRank(Sample sample, Level level) throws IOException {
    JobSpec spec = sample.spec().ranks(RANKS);
    References.Reference reference = References.of(sample, spec, jobs);
    Job job = jobs.start(spec.level(level).jvm("-Dft.receptions=all"));
    new Kills(job, reference.result().out().size())
        .everyRankOnce(Seed.random("receptions", sample.name()));
    Result result = job.result();

    sample.verify(result, job.directory(), reference);
    for (int rank = 0; rank < RANKS; rank++) {
      assertThat(result.errText())
          .containsPattern(
              "rank "
                  + rank
                  + " recovered as incarnation 2 in [0-9]+ ms: [1-9][0-9]* determinants");
    }
  }
}
