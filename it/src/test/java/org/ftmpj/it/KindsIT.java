package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Notices;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.it.place.Place;
import org.ftmpj.it.place.PlacedKill;
import org.ftmpj.it.place.Plan;
import org.ftmpj.it.program.kinds.Holds;
import org.ftmpj.it.program.kinds.JdkKind;
import org.ftmpj.it.program.kinds.LibraryKind;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Programs that hold objects of ordinary kinds go on from a checkpoint with them. A build has some
 * of the kinds, {@code -Dtest.full=true} all.
 */
@Rotated(kind = "checkpoints", turns = 2)
class KindsIT {
  /** Within so many runs the root must have gone on from a checkpoint. */
  private static final int TRIES = 5;

  private static final List<Class<?>> LIBRARIES =
      List.of(
          org.slf4j.LoggerFactory.class,
          ch.qos.logback.core.Context.class,
          ch.qos.logback.classic.LoggerContext.class,
          org.apache.log4j.Logger.class,
          org.apache.logging.log4j.Logger.class,
          org.apache.logging.log4j.core.LoggerContext.class,
          org.yaml.snakeyaml.Yaml.class,
          picocli.CommandLine.class);

  @RegisterExtension final Jobs jobs = new Jobs();

  static Stream<String> kinds() {
    JdkKind[] all = JdkKind.values();
    return Seed.one(
        "kinds",
        names(Arrays.copyOf(all, all.length / 2)),
        names(Arrays.copyOfRange(all, all.length / 2, all.length)),
        names(LibraryKind.values()));
  }

  private static String names(Enum<?>[] kinds) {
    return Arrays.stream(kinds).map(Enum::name).collect(Collectors.joining(","));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void shouldGoOnFromACheckpointWithObjectsOfThoseKinds(String kinds) throws IOException {
    JobSpec spec = JobSpec.of(Holds.class, kinds).ranks(2);
    for (Class<?> library : LIBRARIES) {
      spec = spec.before(jar(library));
    }
    Result reference = jobs.start(spec).lateResult();
    assertThat(reference.exitCode()).as(reference.errText()).isZero();
    int tries = 0;
    while (!goesOn(spec, reference, ++tries)) {
      assertThat(tries).as("runs in which nothing goes on").isLessThan(TRIES);
    }
  }

  /** Whether the root goes on: it may be over before its second checkpoint is on the disk. */
  private boolean goesOn(JobSpec spec, Result reference, int number) throws IOException {
    Plan plan =
        new Plan(jobs.directory().resolve("places" + number))
            .kill(new PlacedKill(0, 1, Place.CHECKPOINT_NAMED, 2));
    Job job =
        jobs.start(
            spec.with("--checkpoint-every", "1h")
                .jvm("-Dft.checkpoint.messages=8", plan.jvmArgument()));
    Result result = job.lateResult();
    assertThat(result.exitCode()).as(result.errText()).isZero();
    result.requireOutputOf(reference);
    assertThat(job.errors("no checkpoint can be taken: ")).isEmpty();
    long recoveries = job.notices(Notices.RECOVERED);
    assertThat(recoveries).isLessThanOrEqualTo(1);
    assertThat(job.notices(CheckpointIT.RESTARTED)).as(result.errText()).isEqualTo(recoveries);
    return recoveries == 1;
  }

  private static Path jar(Class<?> library) {
    return Path.of(library.getProtectionDomain().getCodeSource().getLocation().getPath());
  }
}
