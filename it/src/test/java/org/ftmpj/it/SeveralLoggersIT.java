package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.ftmpj.it.job.EndlessJob;
import org.ftmpj.it.job.EventLoggers;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Notices;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Jobs on one host with several event loggers, of which a majority has to be there. */
class SeveralLoggersIT {
  private static final int RANKS = 3;

  @RegisterExtension final Jobs jobs = new Jobs();

  /**
   * Each logger fails in its own way, while ranks are killed: one is killed, one stands still, one
   * loses its store. Then two are killed, and a rank while the job waits for one of them.
   */
  @Test
  @Rotated(kind = "level quorum", turns = 0)
  void shouldGoOnWithoutAnyMinorityAndWaitForAMajority() throws Exception {
    Random random = Seed.random("several loggers");
    try (EventLoggers loggers = EventLoggers.start(jobs.directory())) {
      List<Integer> order = loggers.shuffled(0, random);
      System.out.println("several loggers: seed " + Seed.base() + ", in the order " + order);
      final int killed = order.get(0);
      final int stopped = order.get(1);
      final int erased = order.get(2);
      EndlessJob rounds = EndlessJob.start(jobs, RANKS, loggers::of);

      rounds.pause(random);
      loggers.kill(killed);
      rounds.pause(random);
      rounds.kill(random.nextInt(RANKS));
      rounds.awaitMore(10);
      loggers.startAgain(killed);

      rounds.pause(random);
      loggers.signal(stopped, "STOP");
      rounds.pause(random);
      rounds.kill(random.nextInt(RANKS));
      rounds.awaitMore(10);
      loggers.signal(stopped, "CONT");

      rounds.pause(random);
      loggers.kill(erased);
      loggers.erase(erased);
      rounds.pause(random);
      loggers.startAgain(erased);
      rounds.kill(random.nextInt(RANKS));
      rounds.pause(random);

      loggers.kill(killed);
      loggers.kill(erased);
      loggers.awaitMajorityMissed(rounds.job(), killed, erased);
      rounds.killAndAwaitNext(random.nextInt(RANKS));
      loggers.startAgain(killed);
      rounds.awaitMore(10);
      loggers.startAgain(erased);

      Result result = rounds.end();
      // On a machine that stands still for a while loggers may be missed without our doing, too.
      assertThat(result.errText()).contains("the job goes on: a majority of the event loggers");
      assertThat(rounds.job().errors("FTMPJ-1405")).isNotEmpty().doesNotHaveDuplicates();
      // The rank that is killed last may not have recovered from the death before.
      assertThat(rounds.job().notices(" died: signal 9 ")).as("deaths").isEqualTo(4);
      assertThat(rounds.job().notices(Notices.RECOVERED)).as("recoveries").isBetween(3L, 4L);
      loggers.requireEmpty(killed, stopped, erased);
    }
  }

  /** Ranks 0 and 2 have one ensemble, ranks 1 and 3 the other, of which each loses its minority. */
  @Test
  @Rotated(kind = "level quorum", turns = 2)
  void shouldHaveAMajorityOfEachEnsemble() throws Exception {
    final int ranks = 4;
    Random random = Seed.random("ensembles");
    try (EventLoggers loggers = EventLoggers.start(jobs.directory(), 2)) {
      List<Integer> first = loggers.shuffled(0, random);
      List<Integer> second = loggers.shuffled(1, random);
      System.out.println(
          "ensembles: seed %d, in the order %s %s".formatted(Seed.base(), first, second));
      EndlessJob rounds = EndlessJob.start(jobs, ranks, loggers::of);

      rounds.pause(random);
      loggers.kill(first.get(0));
      loggers.signal(second.get(0), "STOP");
      rounds.pause(random);
      rounds.kill(2 * random.nextInt(2));
      rounds.kill(1 + 2 * random.nextInt(2));
      rounds.awaitMore(10);
      loggers.startAgain(first.get(0));
      loggers.signal(second.get(0), "CONT");

      rounds.pause(random);
      loggers.kill(second.get(1));
      loggers.kill(second.get(2));
      loggers.awaitMajorityMissed(rounds.job(), second.get(1), second.get(2));
      rounds.killAndAwaitNext(0);
      rounds.killAndAwaitNext(1);
      loggers.startAgain(second.get(1));
      rounds.awaitMore(10);
      loggers.startAgain(second.get(2));

      rounds.end();
      // The rank that is killed last may not have recovered from the death before.
      assertThat(rounds.job().notices(" died: signal 9 ")).as("deaths").isEqualTo(4);
      assertThat(rounds.job().notices(Notices.RECOVERED)).as("recoveries").isBetween(3L, 4L);
      loggers.requireEmpty(0, 1, 2, 3, 4, 5);
    }
  }
}
