package org.ftmpj.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.ftmpj.common.config.CheckSum;
import org.ftmpj.network.faulty.Faults;
import org.ftmpj.network.faulty.FaultyPaths;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Hosts that have sessions with each other, which are idle, and watch each other on a ring. */
@Timeout(300)
class IdleSessionsTest {
  private static final int FEW = 3;
  private static final int MANY = 12;

  /** So often the next one on the ring was asked. */
  private static final int QUESTIONS = 4;

  private final List<Endpoint> hosts = new ArrayList<>();
  private final Map<List<Integer>, Session> sessions = new HashMap<>();
  private final Map<List<Integer>, Hosts.Events> events = new HashMap<>();
  private final BlockingQueue<List<Integer>> silent = new LinkedBlockingQueue<>();

  @AfterEach
  void close() {
    Faults.none().begin();
    hosts.forEach(Endpoint::close);
  }

  private void start(int size, NetworkOptions options) throws Exception {
    for (int host = 0; host < size; host++) {
      hosts.add(Hosts.open(host, 1, options));
    }
    for (int one = 0; one < size; one++) {
      for (int other = 0; other < size; other++) {
        events.put(List.of(one, other), new Hosts.Events());
      }
    }
    for (int one = 0; one < size; one++) {
      for (int other = 0; other < one; other++) {
        sessions.put(List.of(other, one), expect(other, one));
        sessions.put(List.of(one, other), connect(one, other));
      }
    }
    for (List<Integer> pair : sessions.keySet()) {
      events.get(pair).established.get(120, TimeUnit.SECONDS);
    }
  }

  private Session expect(int self, int peer) {
    return hosts.get(self).expect(peer, Hosts.nowhere(), events.get(List.of(self, peer)));
  }

  private Session connect(int self, int peer) {
    return hosts
        .get(self)
        .connect(
            peer, hosts.get(peer).addresses(), Hosts.nowhere(), events.get(List.of(self, peer)));
  }

  private void watchOnRing() {
    for (int host = 0; host < hosts.size(); host++) {
      int self = host;
      hosts.get(host).watchOnRing(hosts.size() - 1, peer -> silent.add(List.of(self, peer)));
    }
  }

  /** Frames that a host has sent, to one or to all others. */
  private long sent(int host, int... to) {
    return hosts.get(host).counters().stream()
        .filter(path -> to.length == 0 || path.peer() == to[0])
        .mapToLong(PathCounters::sent)
        .sum();
  }

  /**
   * Waits for a time in which few frames are sent for each one to the next on the ring, which is
   * asked: first there are others, of what began with the sessions.
   */
  private void awaitFewForEachToTheNext(int size) throws Exception {
    start(size, Hosts.options("tcp"));
    watchOnRing();
    // Also an answer for each question of the one that is watched, when its turn comes.
    int frames = QUESTIONS + QUESTIONS / (size - 2);
    await()
        .until(
            () -> {
              long before = sentByAll();
              long toNextBefore = sentToNext();
              awaitSent(frames);
              return (double) (sentByAll() - before) / (sentToNext() - toNextBefore);
            },
            // Questions to the next and answers to the one before, and some to others, which are
            // watched in turn. If each asked all others, it would always be MANY - 1.
            each -> each < FEW + 1);
  }

  private long sentToNext() {
    long all = 0;
    for (int host = 0; host < hosts.size(); host++) {
      all += sent(host, (host + 1) % hosts.size());
    }
    return all;
  }

  private long sentByAll() {
    long all = 0;
    for (int host = 0; host < hosts.size(); host++) {
      all += sent(host);
    }
    return all;
  }

  /** Waits until neither side asks any more, as neither watches, and all that began is over. */
  private void quieten() {
    long[] before = {0};
    await()
        .pollInterval(Duration.ofMillis(2_500)) // longer than between two looks
        .until(() -> before[0] == (before[0] = sentByAll()));
  }

  /** Waits until the next one on the ring was sent so many more frames by process 1. */
  private void awaitSent(int frames) {
    long before = sent(1, 2);
    await().until(() -> sent(1, 2) >= before + frames);
  }

  @Test
  void shouldSendAsMuchHoweverManyThereAre() throws Exception {
    awaitFewForEachToTheNext(MANY);
    assertThat(silent).isEmpty();
  }

  @Test
  @Rotated(
      kind = "silent hosts and changed bits",
      turns = {2, 6})
  void shouldFindWhoIsSilentAndGoOnWhenItIsHeard() throws Exception {
    Faults faults = Faults.seeded(1).begin();
    start(FEW, Hosts.options(FaultyPaths.NAME));
    watchOnRing();
    awaitSent(1);
    faults.silence(0, true);
    // Each hears none, and tells so of both others: the one it watches, and the one it asks
    // instead.
    awaitSilenceOfAll();
    faults.silence(0, false);
    sessions.forEach(
        (pair, session) -> await().until(() -> ((HostSession) session).neighbour().answers()));
    awaitSent(3);
    silent.clear();
    faults.silence(0, true);
    awaitSilenceOfAll();
    assertThat(events.values()).noneMatch(each -> each.lost.isDone());
  }

  /** More often than once of one that seemed to be silent before, as on a busy machine. */
  private void awaitSilenceOfAll() {
    await().until(() -> Set.copyOf(silent).size() == FEW * (FEW - 1));
  }

  /** As a process does that another one has told that it hears nothing. */
  @Test
  @Rotated(
      kind = "silent hosts and changed bits",
      turns = {3, 7})
  void shouldLoseAHostThatItWasToAskAndNoOther() throws Exception {
    Faults faults = Faults.seeded(1).begin();
    NetworkOptions options =
        new NetworkOptions(
            1 << 20, Duration.ofMillis(10), Duration.ofSeconds(3), CheckSum.SUM, FaultyPaths.NAME);
    start(2, options);
    sessions.values().forEach(session -> ((HostSession) session).neighbour().watch(false));
    quieten();
    Hosts.Events asked = events.get(List.of(1, 0));
    int before = asked.suspicions.get();
    faults.silence(0, true);
    sessions.get(List.of(0, 1)).ask();
    Hosts.Events asking = events.get(List.of(0, 1));
    asking.lost.get(120, TimeUnit.SECONDS);
    assertThat(asking.suspicions.get()).isPositive();
    // Nothing was under way to that side, so nothing was expected.
    assertThat(asked.suspicions.get()).isEqualTo(before);
  }

  @Test
  @Rotated(
      kind = "silent hosts and changed bits",
      turns = {3, 7})
  void shouldStillLoseAHostThatIsSilentWhenSomethingIsUnderWayToIt() throws Exception {
    Faults faults = Faults.seeded(1).begin();
    NetworkOptions options =
        new NetworkOptions(
            1 << 20, Duration.ofMillis(10), Duration.ofSeconds(2), CheckSum.SUM, FaultyPaths.NAME);
    start(2, options);
    sessions.values().forEach(session -> ((HostSession) session).neighbour().watch(false));
    quieten();
    faults.silence(0, true);
    sessions.get(List.of(0, 1)).send(Topic.JOB, Content.of(new byte[] {1}));
    events.get(List.of(0, 1)).lost.get(120, TimeUnit.SECONDS);
  }
}
