package org.ftmpj.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.network.faulty.Faults;
import org.ftmpj.network.faulty.FaultyPaths;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class SessionTest {
  private final Hosts.Events events1 = new Hosts.Events();
  private final Hosts.Events events2 = new Hosts.Events();

  @Test
  void shouldBringAllInOrderBothWays() throws Exception {
    Traffic there = new Traffic(5_000, Traffic.mixed(1, Content.MOST));
    Traffic back = new Traffic(5_000, Traffic.mixed(2, Content.MOST));
    try (Endpoint one = Hosts.open(1, 1, Hosts.options("tcp"));
        Endpoint two = Hosts.open(2, 1, Hosts.options("tcp"))) {
      Session to1 = two.connect(1, one.addresses(), Hosts.to(there.receiver()), events2);
      Session to2 = one.expect(2, Hosts.to(back.receiver()), events1);
      Thread sender = new Thread(() -> back.sendUninterrupted(to1));
      sender.start();
      there.send(to2);
      there.received().get(120, TimeUnit.SECONDS);
      back.received().get(120, TimeUnit.SECONDS);
      await().until(() -> there.delivered() == 5_000 && back.delivered() == 5_000);
      // On a busy machine a path may seem to be silent for a while, but it stays.
      assertThat(Hosts.sum(one.counters(), PathCounters::connections)).isEqualTo(1);
    }
  }

  /** Looks at paths are for failures: what they find late must not hold up what is well. */
  @Test
  void shouldNotNeedLooksForContentsToArrive() throws Exception {
    Traffic traffic = new Traffic(500, number -> Content.MOST);
    try (Endpoint one = Hosts.open(1, 1, Hosts.seldomLooking());
        Endpoint two = Hosts.open(2, 1, Hosts.seldomLooking())) {
      two.connect(1, one.addresses(), Hosts.to(traffic.receiver()), events2);
      traffic.send(one.expect(2, Hosts.nowhere(), events1));
      traffic.received().get(120, TimeUnit.SECONDS);
    }
  }

  @Test
  void shouldConnectAgainAndSendAgainWhatACutConnectionHasLost() throws Exception {
    Faults cuts = Faults.seeded(3).with(Faults.Fault.CUT, 0.01).begin();
    Traffic traffic = new Traffic(5_000, Traffic.mixed(4, 4096));
    try (Endpoint one = Hosts.open(1, 1, Hosts.options(FaultyPaths.NAME));
        Endpoint two = Hosts.open(2, 1, Hosts.options(FaultyPaths.NAME))) {
      two.connect(1, one.addresses(), Hosts.to(traffic.receiver()), events2);
      traffic.send(one.expect(2, Hosts.nowhere(), events1));
      traffic.received().get(120, TimeUnit.SECONDS);
      assertThat(cuts.count(Faults.Fault.CUT)).isPositive();
      assertThat(Hosts.sum(one.counters(), PathCounters::retransmitted)).isPositive();
      await().until(() -> traffic.delivered() == 5_000);
    } finally {
      Faults.none().begin();
    }
  }

  @Test
  void shouldTellThatTheOtherSideHasClosedAfterAllItHasSent() throws Exception {
    Traffic traffic = new Traffic(100, Traffic.mixed(5, 4096));
    try (Endpoint one = Hosts.open(1, 1, Hosts.options("tcp"));
        Endpoint two = Hosts.open(2, 1, Hosts.options("tcp"))) {
      two.connect(1, one.addresses(), Hosts.to(traffic.receiver()), events2);
      Session to2 = one.expect(2, Hosts.nowhere(), events1);
      events1.established.get(120, TimeUnit.SECONDS);
      traffic.send(to2);
      to2.close();
      assertThat(events2.lost.get(120, TimeUnit.SECONDS).code())
          .isEqualTo(ErrorCode.SESSION_CLOSED);
      assertThat(traffic.received()).isCompleted();
      assertThat(events1.lost).isNotDone();
    }
  }

  /** Who connects again meanwhile is turned away, which is no loss of the other host. */
  @Test
  void shouldTellThatTheOtherSideHasClosedAlsoIfDeliveryTakesLong() throws Exception {
    CompletableFuture<Void> goOn = new CompletableFuture<>();
    try (Endpoint one = Hosts.open(1, 1, Hosts.options("tcp"));
        Endpoint two = Hosts.open(2, 1, Hosts.options("tcp"))) {
      two.connect(1, one.addresses(), Hosts.to(content -> goOn.join()), events2);
      Session to2 = one.expect(2, Hosts.nowhere(), events1);
      events1.established.get(120, TimeUnit.SECONDS);
      to2.send(Topic.JOB, Content.of(new byte[8]));
      to2.close();
      await().during(Duration.ofMillis(500)).until(() -> !events2.lost.isDone());
      goOn.complete(null);
      assertThat(events2.lost.get(120, TimeUnit.SECONDS).code())
          .isEqualTo(ErrorCode.SESSION_CLOSED);
    } finally {
      goOn.complete(null);
    }
  }

  /** What its owner then closes, such as mapped logs, is not used any more. */
  @Test
  void shouldNotBeClosedWhileAReceiverIsAtWork() throws Exception {
    CountDownLatch atWork = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    CompletableFuture<Boolean> done = new CompletableFuture<>();
    Receiver slow =
        content -> {
          atWork.countDown();
          try {
            done.complete(goOn.await(120, TimeUnit.SECONDS));
          } catch (InterruptedException e) {
            done.completeExceptionally(e);
          }
        };
    try (Endpoint one = Hosts.open(1, 1, Hosts.options("tcp"));
        Endpoint two = Hosts.open(2, 1, Hosts.options("tcp"))) {
      Session to1 = two.connect(1, one.addresses(), Hosts.to(slow), events2);
      one.expect(2, Hosts.nowhere(), events1).send(Topic.CHANNELS, Content.of(new byte[8]));
      assertThat(atWork.await(120, TimeUnit.SECONDS)).isTrue();
      Thread closer = new Thread(to1::close);
      closer.start();
      await().until(() -> closer.getState() == Thread.State.TIMED_WAITING);
      assertThat(done).isNotDone();
      goOn.countDown();
      closer.join(120_000);
      assertThat(closer.isAlive()).isFalse();
      assertThat(done).isCompletedWithValue(true);
    }
  }

  /** Perhaps to a disk that is slow. */
  @Test
  void shouldNotTakeAPathForSilentWhoseThreadDelivers() throws Exception {
    CompletableFuture<Void> atWork = new CompletableFuture<>();
    CompletableFuture<Void> goOn = new CompletableFuture<>();
    Receiver slow =
        content -> {
          atWork.complete(null);
          goOn.join();
        };
    try (Endpoint one = Hosts.open(1, 2, Hosts.options("tcp"));
        Endpoint two = Hosts.open(2, 2, Hosts.options("tcp"))) {
      Session to1 = two.connect(1, one.addresses(), Hosts.to(slow), events2);
      Session to2 = one.expect(2, Hosts.nowhere(), events1);
      await().until(() -> received(one, 1) > 0 && received(two, 1) > 0);
      to2.send(Topic.CHANNELS, Content.of(new byte[8]));
      atWork.get(120, TimeUnit.SECONDS);
      long[] before = {received(two, 0), received(two, 1)};
      // Whichever path the content took: the thread of the other one goes on.
      int other =
          await()
              .until(
                  () -> {
                    to1.send(Topic.JOB, Content.of(new byte[8]));
                    return received(two, 0) > before[0] + 20
                        ? 0
                        : received(two, 1) > before[1] + 20 ? 1 : -1;
                  },
                  path -> path >= 0);
      int delivering = 1 - other;
      assertThat(((HostSession) to1).paths().unheard() & 1 << delivering).isZero();
      goOn.complete(null);
    } finally {
      goOn.complete(null);
    }
  }

  /** Frames that have come by a path. */
  private static long received(Endpoint at, int path) {
    return at.counters().size() > path ? at.counters().get(path).received() : 0;
  }
}
