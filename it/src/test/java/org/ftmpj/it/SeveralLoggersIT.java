package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.ftmpj.it.job.EventLoggers;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Kills;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A job with three event loggers, of which a majority has to be there. */
class SeveralLoggersIT {
  private static final int RANKS = 3;

  @RegisterExtension final Jobs jobs = new Jobs();
  private EventLoggers loggers;

  @BeforeEach
  void start() throws IOException {
    loggers = EventLoggers.start(jobs.directory());
  }

  @AfterEach
  void stop() {
    loggers.close();
  }

  /**
   * Each logger fails in its own way, while ranks are killed: one is killed, one stands still, one
   * loses its store. Then two are killed.
   */
  @Test
  void shouldGoOnWithoutAnyMinorityAndWaitForAMajority() throws Exception {
    Sample sample = Sample.ORDER_WITNESS;
    JobSpec spec = sample.spec().ranks(RANKS);
    References.Reference reference = References.of(sample, spec, jobs);
    Random random = Seed.random("several loggers");
    List<Integer> order = new ArrayList<>(List.of(0, 1, 2));
    Collections.shuffle(order, random);
    System.out.println("several loggers: seed " + Seed.base() + ", in the order " + order);
    int killed = order.get(0);
    int stopped = order.get(1);
    int erased = order.get(2);
    Job job = jobs.start(loggers.of(spec));
    Kills kills = new Kills(job, reference.result().out().size());

    kills.awaitFraction(0.1 * random.nextDouble());
    loggers.kill(killed);
    kills.together(0.1 + 0.05 * random.nextDouble(), random.nextInt(RANKS));
    kills.awaitFraction(0.2);
    loggers.startMeanwhile(killed, job);

    kills.awaitFraction(0.2 + 0.05 * random.nextDouble());
    loggers.signal(stopped, "STOP");
    kills.together(0.25 + 0.05 * random.nextDouble(), random.nextInt(RANKS));
    kills.awaitFraction(0.35);
    loggers.signal(stopped, "CONT");

    kills.awaitFraction(0.35 + 0.05 * random.nextDouble());
    loggers.kill(erased);
    loggers.erase(erased);
    loggers.startMeanwhile(erased, job);
    kills.together(0.4 + 0.1 * random.nextDouble(), random.nextInt(RANKS));
    kills.awaitFraction(0.5 + 0.1 * random.nextDouble());

    loggers.kill(killed);
    loggers.kill(erased);
    job.awaitOrEnd("that the job waits", () -> loggers.isMajorityMissed(job, killed, erased));
    loggers.startAgain(killed);
    kills.awaitFraction(0.7);
    loggers.startMeanwhile(erased, job);

    Result result = job.result();
    sample.verify(result, job.directory(), reference);
    assertThat(result.errText()).contains("recovered as incarnation 2");
    assertThat(loggers.isMajorityMissed(job, killed, erased)).as(result.errText()).isTrue();
    for (int i = 0; i < EventLoggers.NUMBER; i++) {
      assertThat(loggers.stored(i)).containsExactly("lock");
    }
  }
}
