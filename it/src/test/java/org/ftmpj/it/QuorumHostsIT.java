package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.ftmpj.it.job.EndlessJob;
import org.ftmpj.it.job.EventLoggers;
import org.ftmpj.it.job.HostLoss;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.LocalHosts;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Jobs at level {@code quorum} on several hosts, which are all this machine, with three event
 * loggers or two ensembles of three.
 */
class QuorumHostsIT {
  private static final int RANKS = 3;

  @RegisterExtension final Jobs jobs = new Jobs();

  private EndlessJob start(EventLoggers loggers) {
    LocalHosts hosts = LocalHosts.in(jobs.directory());
    return EndlessJob.start(
        jobs, RANKS, spec -> hosts.on("a,b,c", loggers.of(spec).with("--spares", "1")));
  }

  /** Kills a host, and waits until the user is told that the job goes on without it. */
  private static void lose(EndlessJob rounds, int host) {
    String name = host == 1 ? "a" : "b";
    HostLoss.of(rounds.job(), host);
    rounds
        .job()
        .awaitOrEnd(
            "its loss", () -> rounds.job().notices("FTMPJ-1701: host " + name + " is lost") > 0);
  }

  /**
   * One logger is killed, and a rank. One stands still when a host is lost, whose stream it does
   * not have complete then. One loses its store. At last another host is lost together with two
   * loggers, and a rank is killed while the job waits for one of them.
   */
  @Test
  @Rotated(kind = "level quorum", turns = 3)
  void shouldSurviveLoggersRanksAndHosts() throws Exception {
    Random random = Seed.random("loggers and hosts");
    try (EventLoggers loggers = EventLoggers.start(jobs.directory())) {
      List<Integer> order = loggers.shuffled(0, random);
      final int killed = order.get(0);
      final int stopped = order.get(1);
      final int erased = order.get(2);
      final int first = 1 + random.nextInt(2);
      System.out.println(
          "loggers and hosts: seed %d, loggers in the order %s, host %d first"
              .formatted(Seed.base(), order, first));
      EndlessJob rounds = start(loggers);

      rounds.pause(random);
      loggers.kill(killed);
      rounds.kill(random.nextInt(RANKS));
      rounds.awaitMore(10);
      loggers.startAgain(killed);

      rounds.pause(random);
      loggers.signal(stopped, "STOP");
      rounds.pause(random);
      lose(rounds, first);
      rounds.awaitMore(10);
      loggers.signal(stopped, "CONT");

      rounds.pause(random);
      loggers.kill(erased);
      loggers.erase(erased);
      rounds.pause(random);
      loggers.startAgain(erased);

      rounds.pause(random);
      loggers.kill(killed);
      loggers.kill(erased);
      HostLoss.of(rounds.job(), 3 - first);
      loggers.awaitMajorityMissed(rounds.job(), killed, erased);
      loggers.startAgain(killed);
      rounds.awaitMore(10);
      rounds.kill(random.nextInt(RANKS));
      rounds.awaitMore(10);

      Result result = rounds.end();
      assertThat(result.errText())
          .contains("rank 0 of 3, incarnation 1, durability quorum, ")
          .contains("FTMPJ-1701: host a is lost")
          .contains("FTMPJ-1701: host b is lost");
      loggers.requireEmpty(killed, stopped);
    }
  }

  /**
   * The streams of both hosts that are lost are in different ensembles, each of which has lost a
   * logger before; the second is read while its majority is away at first.
   */
  @Test
  @Rotated(kind = "level quorum", turns = 5)
  void shouldReadTheStreamOfALostHostFromItsEnsemble() throws Exception {
    Random random = Seed.random("ensembles of hosts");
    try (EventLoggers loggers = EventLoggers.start(jobs.directory(), 2)) {
      // Host 1 is writer 4 beside three ranks, host 2 writer 5.
      List<Integer> ofFirst = loggers.shuffled(0, random);
      List<Integer> ofSecond = loggers.shuffled(1, random);
      System.out.println(
          "ensembles of hosts: seed %d, loggers in the order %s %s"
              .formatted(Seed.base(), ofFirst, ofSecond));
      EndlessJob rounds = start(loggers);

      rounds.pause(random);
      loggers.kill(ofFirst.get(0));
      loggers.kill(ofSecond.get(0));
      rounds.kill(random.nextInt(RANKS));
      rounds.awaitMore(10);
      lose(rounds, 1);
      rounds.awaitMore(10);

      rounds.pause(random);
      loggers.kill(ofSecond.get(1));
      HostLoss.of(rounds.job(), 2);
      loggers.awaitMajorityMissed(rounds.job(), ofSecond.get(0), ofSecond.get(1));
      loggers.startAgain(ofSecond.get(1));
      rounds.awaitMore(10);

      Result result = rounds.end();
      assertThat(result.errText())
          .contains("FTMPJ-1701: host a is lost")
          .contains("FTMPJ-1701: host b is lost");
      loggers.requireEmpty(ofFirst.get(1), ofFirst.get(2), ofSecond.get(1), ofSecond.get(2));
    }
  }
}
