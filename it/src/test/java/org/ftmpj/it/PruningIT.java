package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Recorded;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.it.place.Place;
import org.ftmpj.it.place.PlacedKill;
import org.ftmpj.it.place.Plan;
import org.ftmpj.it.program.Downpour;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Logs of which is removed what no checkpoint needs. */
class PruningIT {
  private static final int MIB = 1500;
  private static final int SOME_MIB = 400;
  private static final int SOFTWARE = 70;

  @RegisterExtension final Jobs jobs = new Jobs();

  /** While logs are pruned, while that is told, and in between. */
  @Test
  void shouldRecoverFromWhatIsLeft() throws Exception {
    Plan plan =
        new Plan(jobs.directory().resolve("plan"))
            .kill(new PlacedKill(0, 1, Place.PRUNING, 1))
            .kill(new PlacedKill(1, 1, Place.NEEDED, 2))
            .kill(new PlacedKill(0, 2, Place.NEEDED, 1))
            .kill(new PlacedKill(1, 2, Place.NEEDED, 5))
            .kill(new PlacedKill(0, 3, Place.PRUNING, 3))
            .kill(new PlacedKill(0, 4, Place.PRUNING, 2));
    Job job =
        jobs.start(
            JobSpec.of(Downpour.class, Integer.toString(MIB))
                .ranks(2)
                .jvm("-Dft.log.segment=1", "-Dft.log.memory=0", plan.jvmArgument())
                .with("--checkpoint-every", "100ms", "--keep"));
    Result result = job.lateResult();
    System.out.println("killed " + plan.hits());
    assertThat(result.exitCode()).as(result.errText()).isZero();
    String expected = Long.toString(Downpour.result(MIB));
    assertThat(result.out(0)).containsExactly(expected);
    assertThat(result.out(1)).containsExactly(expected);
    assertThat(plan.missed()).isEmpty();

    Recorded record = new Recorded(job);
    assertThat(firstSegment(record.directory().resolve("channels").resolve("0-1"))).isPositive();
    assertThat(record.directory().resolve("bulk").resolve("0").resolve("older-0")).doesNotExist();
    Result verified = record.ftmpj("verify", record.id());
    assertThat(verified.exitCode()).isEqualTo(SOFTWARE);
    assertThat(verified.errText()).contains("FTMPJ-1822");
  }

  static Stream<String> others() {
    return Seed.some(1, "level", "host", "quorum");
  }

  /** Determinants are at event loggers, which drop those before checkpoints at level host. */
  @ParameterizedTest(name = "level {0}")
  @MethodSource("others")
  void shouldRecoverWithDeterminantsElsewhere(String level) throws Exception {
    boolean isQuorum = level.equals("quorum");
    Plan plan =
        new Plan(jobs.directory().resolve("plan"))
            .kill(new PlacedKill(0, 1, Place.PRUNING, 1))
            .kill(new PlacedKill(1, 1, Place.NEEDED, 2))
            .kill(new PlacedKill(1, 2, Place.NEEDED, 3))
            .kill(new PlacedKill(0, 2, Place.PRUNING, 1));
    Job job =
        jobs.start(
            JobSpec.of(Downpour.class, Integer.toString(SOME_MIB), "0", "lots")
                .ranks(2)
                .jvm("-Dft.log.segment=1", "-Dft.log.memory=0", plan.jvmArgument())
                .with(
                    isQuorum
                        ? new String[] {"--loggers", "3"}
                        : new String[] {"--durability", level})
                .with("--checkpoint-every", "100ms", "--keep"));
    if (!isQuorum) {
      job.awaitOrEnd("a kill", () -> !plan.hits().isEmpty());
      Job.kill(job.logger());
    }
    Result result = job.lateResult();
    System.out.println("killed " + plan.hits());
    assertThat(result.exitCode()).as(result.errText()).isZero();
    String expected = Long.toString(Downpour.result(SOME_MIB));
    assertThat(result.out(0)).containsExactly(expected);
    assertThat(result.out(1)).containsExactly(expected);
    assertThat(plan.missed()).isEmpty();
    Path directory = new Recorded(job).directory();
    assertThat(firstSegment(directory.resolve("channels").resolve("0-1"))).isPositive();
    if (!isQuorum) {
      Path store = directory.resolve("logger").resolve("store");
      try (Stream<Path> ofJob = Files.list(store)) {
        Path stores =
            ofJob
                .filter(file -> file.getFileName().toString().startsWith("job-"))
                .findFirst()
                .orElseThrow();
        assertThat(firstSegment(stores.resolve("0"))).isPositive();
        assertThat(firstSegment(stores.resolve("1"))).isPositive();
      }
    }
  }

  private static long firstSegment(Path journal) throws IOException {
    try (Stream<Path> all = Files.list(journal)) {
      return all.map(segment -> segment.getFileName().toString().split("-")[0])
          .mapToLong(Long::parseLong)
          .min()
          .orElseThrow();
    }
  }
}
