package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Kills;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every sample at every level, and in every run every rank is killed once, each at another moment:
 * sample x rank x moment x level.
 */
class KillMatrixIT {
  private static final List<Kills.Moment> HISTOGRAM = new ArrayList<>();

  @RegisterExtension final Jobs jobs = new Jobs();

  static Stream<Arguments> matrix() {
    return Arrays.stream(Sample.values())
        .flatMap(
            sample ->
                Arrays.stream(Level.values())
                    .flatMap(
                        level ->
                            Stream.iterate(1, n -> n <= sample.moments(), n -> n + 1)
                                .map(moment -> Arguments.of(sample, level, moment))));
  }

  @ParameterizedTest(name = "{0} at level {1}, moments {2}")
  @MethodSource("matrix")
  void shouldGiveTheRightResultWhenEveryRankIsKilledOnce(Sample sample, Level level, int moment)
      throws IOException {
    References.Reference reference = References.of(sample, jobs);
    Random random = Seed.random(sample.name(), level.name(), moment);
    Job job = jobs.start(sample.spec().level(level));
    List<Kills.Moment> moments =
        new Kills(job, reference.result().out().size()).everyRankOnce(random);
    Result result = job.result();
    System.out.printf(
        "%s %s %d: seed %d, killed at %s, %d ms%n",
        sample, level, moment, Seed.base(), moments, result.milliseconds());
    sample.verify(result, job.directory(), reference);
    assertThat(moments).hasSize(Sample.RANKS);
    HISTOGRAM.addAll(moments);
  }

  @AfterAll
  static void histogram() {
    System.out.println("Kills by how much of its output the job had printed, seed " + Seed.base());
    for (int tenth = 0; tenth < 10; tenth++) {
      int lower = tenth;
      long count =
          HISTOGRAM.stream().filter(moment -> (int) (moment.fraction() * 10) == lower).count();
      System.out.printf("%3d %% %4d %s%n", tenth * 10, count, "#".repeat((int) count));
    }
  }
}
