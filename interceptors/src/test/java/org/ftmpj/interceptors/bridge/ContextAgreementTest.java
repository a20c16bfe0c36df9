package org.ftmpj.interceptors.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** All members, each a thread of this process. */
class ContextAgreementTest {
  private static final int HIGHEST = 4711;

  private final Map<Channel, BlockingQueue<Integer>> channels = new ConcurrentHashMap<>();

  /** From one member to another, by their ranks. */
  private record Channel(int from, int to) {}

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 6, 23, 64})
  void shouldTakeTheHighestThatAnyMemberProposes(int members) throws Exception {
    for (int highest : List.of(0, members / 2, members - 1)) {
      assertThat(agree(members, highest)).hasSize(members).containsOnly(HIGHEST);
    }
  }

  /** By a message from each to each other one it would be 4032 of 64 members. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 6, 23, 64})
  void shouldUseTheChannelsOfATreeOnly(int members) throws Exception {
    agree(members, 0);
    assertThat(channels).hasSize(2 * (members - 1));
    assertThat(channels.values()).allMatch(BlockingQueue::isEmpty);
  }

  /** What each member has got when that one has proposed the highest. */
  private List<Integer> agree(int members, int highest) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(members);
    try {
      List<Callable<Integer>> calls = new ArrayList<>();
      for (int rank = 0; rank < members; rank++) {
        ContextAgreement agreement = new ContextAgreement(new Own(rank), members, rank);
        int proposed = rank == highest ? HIGHEST : rank;
        calls.add(() -> agreement.agree(proposed));
      }
      List<Integer> agreed = new ArrayList<>();
      for (Future<Integer> each : threads.invokeAll(calls)) {
        agreed.add(each.get());
      }
      return agreed;
    } finally {
      threads.shutdownNow();
    }
  }

  private BlockingQueue<Integer> channel(int from, int to) {
    return channels.computeIfAbsent(new Channel(from, to), of -> new LinkedBlockingQueue<>());
  }

  private final class Own implements ContextAgreement.Messages {
    private final int rank;

    Own(int rank) {
      this.rank = rank;
    }

    @Override
    public void send(int member, int value) {
      channel(rank, member).add(value);
    }

    @Override
    public int receive(int member) {
      try {
        return channel(member, rank).take();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
