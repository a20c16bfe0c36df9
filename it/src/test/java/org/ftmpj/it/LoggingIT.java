package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.logging.log4j.core.LoggerContext;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Kills;
import org.ftmpj.it.job.Recorded;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.it.program.Logging;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.slf4j.LoggerFactory;

/** What logging libraries write, the time included, is the same in a repetition. */
@Rotated(kind = "programs and what they see", turns = 2)
class LoggingIT {
  private static final int RANKS = 2;
  private static final int STEPS = 20;

  /** On standard output, in each step of a rank. */
  private static final int LINES = 4;

  @RegisterExtension final Jobs jobs = new Jobs();

  @Test
  void shouldWriteTheSameTimesAgain() throws Exception {
    JobSpec spec = JobSpec.of(Logging.class).ranks(RANKS).with("--record");
    for (Class<?> library :
        new Class<?>[] {
          LoggerFactory.class,
          ch.qos.logback.core.Context.class,
          ch.qos.logback.classic.LoggerContext.class,
          org.apache.logging.log4j.Logger.class,
          LoggerContext.class
        }) {
      spec = spec.before(jar(library));
    }
    Job job = jobs.start(spec);
    new Kills(job, STEPS * RANKS * LINES).everyRankOnce(Seed.random("logging"));
    Result run = job.result();
    assertThat(run.exitCode()).as(run.errText()).isZero();
    // Log4j looks for its properties by a URL, which is named.
    assertThat(run.errText().lines().filter(line -> !line.contains("FTMPJ-1211")))
        .noneMatch(line -> line.contains("FTMPJ-"))
        .noneMatch(line -> line.matches(".*(not repeated|not protected|differ).*"));
    for (String logger : new String[] {" INFO log4j ", " main ERROR step", " logback "}) {
      assertThat(lines(run.out(1), logger)).as(logger).hasSize(STEPS);
    }
    for (String logger : new String[] {"jul 2", "jul.plain", "jul.system"}) {
      assertThat(run.errText()).contains(logger);
    }

    Result verified = new Recorded(job).ftmpj("verify", new Recorded(job).id());
    assertThat(verified.exitCode()).as(verified.errText()).isZero();
  }

  private static Stream<String> lines(Iterable<String> all, String part) {
    return Stream.of(String.join("\n", all).split("\n")).filter(line -> line.contains(part));
  }

  private static Path jar(Class<?> library) {
    return Path.of(library.getProtectionDomain().getCodeSource().getLocation().getPath());
  }
}
