package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.ftmpj.it.job.EndlessJob;
import org.ftmpj.it.job.EventLoggers;
import org.ftmpj.it.job.HostLoss;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.it.net.NetworkJobs;
import org.ftmpj.it.net.TestHosts;
import org.ftmpj.testing.Rotated;
import org.ftmpj.testnet.HostsNetwork;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A job at level {@code quorum} over hosts, network namespaces, with three event loggers on further
 * ones, of which each host, and the launcher, does not reach another one.
 */
@Rotated(kind = "level quorum", turns = 7)
class PartedLoggersIT {
  private static final int RANKS = 3;

  /** Two with ranks, and a spare one, after the launcher's. */
  private static final int HOSTS = 3;

  private static final int LOGGERS = 3;

  @RegisterExtension final Jobs jobs = new Jobs();

  /** Loggers on the hosts after those of the job. */
  private record After(HostsNetwork network) implements EventLoggers.Places {
    static int host(int logger) {
      return 1 + HOSTS + logger;
    }

    @Override
    public String address(int logger) {
      return network.address(host(logger), 0);
    }

    @Override
    public List<String> on(int logger, List<String> command) {
      return network.on(host(logger), command);
    }
  }

  /**
   * A rank is killed, and the first host, whose stream the launcher finds complete with only one of
   * the loggers that it reaches. Then the second host has no majority until it reaches all again.
   */
  @Test
  void shouldGoOnThoughEachHostHasAnotherMajority() throws Exception {
    Random random = Seed.random("parted loggers");
    System.out.println("parted loggers: seed " + Seed.base());
    try (HostsNetwork network = TestHosts.of(1 + HOSTS + LOGGERS);
        EventLoggers loggers = EventLoggers.start(jobs.directory(), 1, new After(network))) {
      NetworkJobs hosts = new NetworkJobs(network, jobs.directory());
      EndlessJob rounds =
          EndlessJob.start(
              jobs, RANKS, spec -> hosts.on(loggers.of(spec).with("--spares", "1"), 0, HOSTS));
      Job job = rounds.job();

      rounds.pause(random);
      network.part(1, After.host(0));
      network.part(2, After.host(1));
      network.part(0, After.host(2));
      rounds.awaitMore(20);
      rounds.kill(random.nextInt(RANKS));
      rounds.awaitMore(10);
      assertThat(HostLoss.of(job, 1)).isTrue();
      job.awaitOrEnd("its loss", () -> job.notices("FTMPJ-1701") > 0);
      rounds.awaitMore(10);

      loggers.kill(2);
      job.awaitOrEnd("that it waits", () -> job.notices("2 of 3 event loggers are missing") > 0);
      network.rejoin();
      rounds.awaitMore(10);
      loggers.startAgain(2);
      // Else it may not answer yet when it is asked to forget the job.
      String again = network.address(After.host(2), 0) + ":";
      job.awaitOrEnd(
          "that it is back",
          () -> job.errors(" is back").stream().anyMatch(line -> line.contains(again)));

      Result result = rounds.end();
      assertThat(result.errText())
          .contains("2 of 3 event loggers are missing")
          .contains("the job goes on: a majority of the event loggers");
      loggers.requireEmpty(0, 1, 2);
    }
  }
}
