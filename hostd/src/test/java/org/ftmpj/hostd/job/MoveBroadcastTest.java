package org.ftmpj.hostd.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.network.Receiver;
import org.ftmpj.network.Session;
import org.ftmpj.network.SessionEvents;
import org.ftmpj.network.Topic;
import org.ftmpj.network.notice.NoticeTree;
import org.ftmpj.network.notice.Spread;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Hosts in this process that pass on what the launcher tells them, and lose some of themselves
 * while they do. By seed ({@code -Dtest.seed=N}).
 */
@Timeout(300)
class MoveBroadcastTest {
  private static final int LAUNCHER = 0;
  private static final int HOSTS = 12;

  private final long seed = Long.getLong("test.seed", System.nanoTime() & 0xFFFFFF);
  private final MemoryHub hub = new MemoryHub();
  private final Map<Integer, Host> hosts = new HashMap<>();
  private final CompletableFuture<Throwable> failed = new CompletableFuture<>();

  /** A host; one that is dead takes part in nothing, but its sessions are not lost yet. */
  private final class Host {
    final Map<Integer, Session> sessions = new HashMap<>();
    final BlockingQueue<ToHost.Move> taken = new LinkedBlockingQueue<>();
    final MoveBroadcast moves;
    volatile boolean dead;

    Host(int number) {
      moves =
          MoveBroadcast.start(
              number, sessions::get, step -> taken.add(step.move()), failed::complete);
      Sessions network = hub.sessionsOf(number);
      for (int peer = 1; peer <= HOSTS; peer++) {
        if (peer != number) {
          sessions.put(peer, network.expect(peer, Map.of(Topic.JOB, receiver()), events(peer)));
        }
      }
    }

    private Receiver receiver() {
      return new JobPieces(message -> come((ToHost.ToAll) ToHost.CODEC.decode(message)));
    }

    void come(ToHost.ToAll move) {
      if (!dead) {
        moves.come(move);
      }
    }

    private SessionEvents events(int peer) {
      return new SessionEvents() {
        @Override
        public void suspected() {
          moves.unreachable(peer);
        }

        @Override
        public void lost(FtmpjException why) {
          moves.unreachable(peer);
        }
      };
    }

    ToHost.Move next() throws InterruptedException {
      ToHost.Move move = taken.poll(120, TimeUnit.SECONDS);
      assertThat(move).as("-Dtest.seed=" + seed).isNotNull();
      return move;
    }
  }

  @AfterEach
  void end() throws InterruptedException {
    for (Host host : hosts.values()) {
      host.moves.end();
    }
  }

  private void startHosts() {
    for (int host = 1; host <= HOSTS; host++) {
      hosts.put(host, new Host(host));
    }
  }

  /** The launcher tells its children, and those of them that are dead are found then. */
  private void tell(ToHost.ToAll move, Set<Integer> dead) {
    int[] members = move.members().stream().mapToInt(Integer::intValue).toArray();
    Spread spread = new Spread(new NoticeTree(LAUNCHER, members), LAUNCHER, dead::contains);
    spread.take().forEach(host -> hosts.get(host).come(move));
  }

  private static List<Integer> members(Set<Integer> without) {
    return IntStream.rangeClosed(LAUNCHER, HOSTS)
        .boxed()
        .filter(host -> !without.contains(host))
        .toList();
  }

  @Test
  void shouldReachAllThatLiveThoughOthersDieWithIt() throws InterruptedException {
    Random random = new Random(seed);
    startHosts();
    Set<Integer> lost = new HashSet<>();
    for (int number = 1; number <= 5; number++) {
      ToHost.ToAll move = new ToHost.ToAll(number, members(lost), new ToHost.Part(number));
      Set<Integer> dying = new HashSet<>();
      for (int host = 1; host <= HOSTS; host++) {
        if (!lost.contains(host) && random.nextInt(4) == 0) {
          dying.add(host);
          hosts.get(host).dead = true;
        }
      }
      tell(move, dying);
      dying.forEach(hub::lose);
      lost.addAll(dying);
      for (int host = 1; host <= HOSTS; host++) {
        if (!lost.contains(host)) {
          assertThat(hosts.get(host).next()).isEqualTo(move.move());
        }
      }
    }
    assertThat(failed).isNotDone();
  }

  @Test
  void shouldTakeWhatIsOldOrComesTwiceOnce() throws InterruptedException {
    startHosts();
    List<ToHost.ToAll> moves = new ArrayList<>();
    for (int number = 1; number <= 3; number++) {
      moves.add(new ToHost.ToAll(number, members(Set.of()), new ToHost.Part(number)));
      tell(moves.get(number - 1), Set.of());
      for (Host host : hosts.values()) {
        assertThat(host.next()).isEqualTo(new ToHost.Part(number));
      }
    }
    moves.forEach(move -> hosts.values().forEach(host -> host.come(move)));
    ToHost.ToAll last = new ToHost.ToAll(4, members(Set.of()), new ToHost.Resume(List.of()));
    tell(last, Set.of());
    for (Host host : hosts.values()) {
      assertThat(host.next()).isEqualTo(new ToHost.Resume(List.of()));
    }
    assertThat(failed).isNotDone();
  }

  /** It may be stopped; what was sent to it is there when it goes on. */
  @Test
  void shouldNotWaitForAHostThatDoesNotAnswer() throws InterruptedException {
    startHosts();
    hosts.get(6).dead = true;
    tell(new ToHost.ToAll(1, members(Set.of()), new ToHost.Part(1)), Set.of());
    for (int host : new int[] {4, 5, 8, 12}) {
      assertThat(hosts.get(host).next()).isEqualTo(new ToHost.Part(1));
    }
    assertThat(hosts.get(7).taken).isEmpty();
    hosts.get(4).moves.unreachable(6);
    assertThat(hosts.get(7).next()).isEqualTo(new ToHost.Part(1));
    // It is known now.
    tell(new ToHost.ToAll(2, members(Set.of()), new ToHost.Part(2)), Set.of());
    assertThat(hosts.get(7).next()).isEqualTo(new ToHost.Part(2));
  }

  @Test
  void shouldEndTheJobRatherThanMissAMove() {
    startHosts();
    hosts.get(1).come(new ToHost.ToAll(2, members(Set.of()), new ToHost.Part(1)));
    assertThat(failed.join())
        .isInstanceOfSatisfying(
            FtmpjException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.INTERNAL);
              assertThat(e.what()).contains("move 2 of ranks has come after move 0");
            });
  }
}
