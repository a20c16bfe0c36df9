package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Kills;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.it.program.Callbacks;
import org.ftmpj.it.program.Prints;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Programs that do more than MPI do the same on stock MPJ Express and, though every rank of them is
 * killed once, under FTMPJ. Every operation of MPI is in {@link Sample#TABLE}.
 */
@Rotated(kind = "programs and what they see", turns = 5)
class ProgramsIT {
  @RegisterExtension final Jobs jobs = new Jobs();

  @ParameterizedTest(name = "{0}")
  @ValueSource(classes = {Callbacks.class, Prints.class})
  void shouldDoWhatStockDoesThoughEveryRankIsKilledOnce(Class<?> program) {
    JobSpec spec = JobSpec.of(program).ranks(2);
    Result stock = jobs.run(spec.stock());
    assertThat(stock.exitCode()).as(stock.errText()).isZero();

    Level level = program.getSimpleName().length() % 2 == 0 ? Level.PROCESS : Level.HOST;
    Job job = jobs.start(spec.level(level));
    System.out.printf(
        "%s at level %s: seed %d, killed at %s%n",
        program.getSimpleName(),
        level,
        Seed.base(),
        new Kills(job, stock.out().size()).everyRankOnce(Seed.random(program.getName())));
    Result result = job.result();

    assertThat(result.exitCode()).as(result.errText()).isZero();
    result.requireOutputOf(stock);
    for (int rank = 0; rank < spec.ranks(); rank++) {
      assertThat(ofProgram(result, rank)).isEqualTo(ofProgram(stock, rank));
    }
  }

  /** Standard error without what the Java machine or FTMPJ says there. */
  private static java.util.List<String> ofProgram(Result result, int rank) {
    return result.err(rank).stream()
        .filter(line -> line.startsWith("error ") || line.equals("raw"))
        .toList();
  }
}
