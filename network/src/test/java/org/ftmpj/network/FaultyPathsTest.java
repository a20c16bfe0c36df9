package org.ftmpj.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.ftmpj.network.faulty.Faults;
import org.ftmpj.network.faulty.Faults.Fault;
import org.ftmpj.network.faulty.FaultyPaths;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two paths above which all that can go wrong does, by a seed ({@code -Dtest.seed=N}). */
@Timeout(300)
class FaultyPathsTest {
  private static final int COUNT = Integer.getInteger("network.contents", 20_000);

  private final long seed = Long.getLong("test.seed", System.nanoTime());
  private final Hosts.Events events1 = new Hosts.Events();
  private final Hosts.Events events2 = new Hosts.Events();

  @AfterEach
  void noMoreFaults() {
    Faults.none().begin();
  }

  @Test
  void shouldLoseDoubleOrChangeNothing() throws Exception {
    System.out.println("-Dtest.seed=" + seed);
    Faults faults =
        Faults.seeded(seed)
            .with(Fault.DROP, 0.01)
            .with(Fault.DOUBLE, 0.01)
            .with(Fault.REORDER, 0.01)
            .with(Fault.FLIP, 0.005)
            .with(Fault.STALE, 0.001)
            .with(Fault.CUT, 0.0005)
            .begin();
    Traffic traffic = new Traffic(COUNT, Traffic.mixed(seed, 16 << 10));
    Traffic back = new Traffic(COUNT / 10, Traffic.mixed(~seed, Content.MOST));
    NetworkOptions options = Hosts.options(FaultyPaths.NAME);
    try (Endpoint one = Hosts.open(1, 2, options);
        Endpoint two = Hosts.open(2, 2, options)) {
      Session to1 = two.connect(1, one.addresses(), Hosts.to(traffic.receiver()), events2);
      Session to2 = one.expect(2, Hosts.to(back.receiver()), events1);
      Thread sender = new Thread(() -> back.sendUninterrupted(to1));
      sender.start();
      traffic.send(to2);
      traffic.received().get(120, TimeUnit.SECONDS);
      back.received().get(120, TimeUnit.SECONDS);
      await().until(() -> traffic.delivered() == COUNT && back.delivered() == COUNT / 10);
      System.out.println(faults);
      one.counters().forEach(System.out::println);
      two.counters().forEach(System.out::println);
      for (Fault fault : Fault.values()) {
        assertThat(faults.count(fault)).as("%s with seed %d", fault, seed).isPositive();
      }
      List<PathCounters> counters = two.counters();
      assertThat(Hosts.sum(counters, PathCounters::corrupt)).isPositive();
      assertThat(Hosts.sum(counters, PathCounters::duplicates)).isPositive();
      assertThat(Hosts.sum(counters, PathCounters::fenced))
          .isBetween(1L, faults.count(Fault.STALE));
      assertThat(Hosts.sum(counters, PathCounters::refused)).isZero();
      assertThat(events1.lost).isNotDone();
      assertThat(events2.lost).isNotDone();
    }
  }

  @Test
  void shouldLeaveAPathThatIsSilentAndTakeItBack() throws Exception {
    underLoad(
        (faults, traffic, sender, receiver) -> {
          for (int path = 0; path < 2; path++) {
            int silent = path;
            faults.silence(path, true);
            await().until(() -> !sender.counters().get(silent).live());
            awaitMore(traffic);
            faults.silence(path, false);
            await().until(() -> sender.counters().get(silent).live());
            long bytes = sender.counters().get(path).bytes();
            await().until(() -> sender.counters().get(silent).bytes() > bytes + (1 << 20));
          }
        });
  }

  @Test
  void shouldLeaveAPathThatCarriesNothingInOneDirection() throws Exception {
    underLoad(
        (faults, traffic, sender, receiver) -> {
          // What the other host says still comes by that path.
          faults.silence(1, false, true);
          await().until(() -> sender.counters().get(1).left() > 0);
          awaitMore(traffic);
          faults.silence(1, false, false);
          await().until(() -> sender.counters().get(1).live());
        });
  }

  @Test
  void shouldLeaveAPathOnWhichTheOtherHostHearsNothing() throws Exception {
    underLoad(
        (faults, traffic, sender, receiver) -> {
          // The receiver hears the sender there, and has nothing under way that could be missed.
          faults.silence(1, true, true);
          await().during(Duration.ofMillis(500)).until(() -> !receiver.counters().get(1).live());
          awaitMore(traffic);
          faults.silence(1, true, false);
          await().until(() -> sender.counters().get(1).live() && receiver.counters().get(1).live());
        });
  }

  private interface Scenario {
    void play(Faults faults, Traffic traffic, Endpoint sender, Endpoint receiver) throws Exception;
  }

  /** While host 1, which has accepted both paths, sends all that it can. */
  private void underLoad(Scenario scenario) throws Exception {
    Faults faults = Faults.seeded(seed).begin();
    Traffic traffic = new Traffic(Long.MAX_VALUE, number -> 1024);
    NetworkOptions options = Hosts.options(FaultyPaths.NAME);
    try (Endpoint one = Hosts.open(1, 2, options);
        Endpoint two = Hosts.open(2, 2, options)) {
      two.connect(1, one.addresses(), Hosts.to(traffic.receiver()), events2);
      Session to2 = one.expect(2, Hosts.nowhere(), events1);
      Thread sender = new Thread(() -> traffic.sendUninterrupted(to2));
      sender.start();
      await().until(() -> one.counters().size() == 2 && one.counters().get(1).bytes() > 1 << 20);
      scenario.play(faults, traffic, one, two);
      assertThat(traffic.received()).isNotDone();
      assertThat(events1.lost).isNotDone();
    }
  }

  private static void awaitMore(Traffic traffic) {
    long delivered = traffic.delivered();
    await().until(() -> traffic.delivered() > delivered + 1000);
  }
}
