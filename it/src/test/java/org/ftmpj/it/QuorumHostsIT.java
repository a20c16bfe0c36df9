package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.ftmpj.it.job.EventLoggers;
import org.ftmpj.it.job.HostLoss;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Kills;
import org.ftmpj.it.job.LocalHosts;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Jobs at level {@code quorum} on several hosts, which are all this machine, with three event
 * loggers.
 */
class QuorumHostsIT {
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
   * One logger is killed, and a rank. One stands still when a host is lost, whose stream it does
   * not have complete then. One loses its store. At last another host is lost together with two
   * loggers: the job waits, and goes on when one of them is back.
   */
  @Test
  void shouldSurviveLoggersRanksAndHosts() throws Exception {
    Sample sample = Sample.ORDER_WITNESS;
    JobSpec spec = sample.spec().ranks(RANKS);
    References.Reference reference = References.of(sample, spec, jobs);
    Random random = Seed.random("loggers and hosts");
    List<Integer> order = new ArrayList<>(List.of(0, 1, 2));
    Collections.shuffle(order, random);
    int killed = order.get(0);
    int stopped = order.get(1);
    int erased = order.get(2);
    int first = 1 + random.nextInt(2);
    System.out.println(
        "loggers and hosts: seed %d, loggers in the order %s, host %d first"
            .formatted(Seed.base(), order, first));
    JobSpec onHosts =
        LocalHosts.in(jobs.directory()).on("a,b,c", loggers.of(spec).with("--spares", "1"));
    Job job = jobs.start(onHosts);
    Kills kills = new Kills(job, reference.result().out().size());

    kills.awaitFraction(0.1 * random.nextDouble());
    loggers.kill(killed);
    kills.together(0.1 + 0.05 * random.nextDouble(), random.nextInt(RANKS));
    kills.awaitFraction(0.2);
    loggers.startMeanwhile(killed, job);

    kills.awaitFraction(0.2 + 0.05 * random.nextDouble());
    loggers.signal(stopped, "STOP");
    kills.awaitFraction(0.25 + 0.05 * random.nextDouble());
    HostLoss.of(job, first);
    job.awaitOrEnd("its loss", () -> job.notices("the job goes on") > 0);
    kills.awaitFraction(0.4);
    loggers.signal(stopped, "CONT");

    kills.awaitFraction(0.4 + 0.05 * random.nextDouble());
    loggers.kill(erased);
    loggers.erase(erased);
    loggers.startMeanwhile(erased, job);

    kills.awaitFraction(0.5 + 0.1 * random.nextDouble());
    loggers.kill(killed);
    loggers.kill(erased);
    HostLoss.of(job, 3 - first);
    job.awaitOrEnd("that it waits", () -> loggers.isMajorityMissed(job, killed, erased));
    loggers.startAgain(killed);

    Result result = job.lateResult();
    sample.verify(result, job.directory(), reference);
    assertThat(result.errText())
        .contains("FTMPJ-1701: host a is lost")
        .contains("FTMPJ-1701: host b is lost");
    assertThat(loggers.isMajorityMissed(job, killed, erased)).as(result.errText()).isTrue();
    assertThat(loggers.stored(killed)).containsExactly("lock");
    assertThat(loggers.stored(stopped)).containsExactly("lock");
  }
}
