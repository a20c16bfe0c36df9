package org.ftmpj.protocol.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.ftmpj.common.config.Receptions;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.event.ValueKind;
import org.ftmpj.protocol.match.PendingRequest;
import org.ftmpj.protocol.match.Receive;
import org.ftmpj.protocol.rank.RankSession;
import org.junit.jupiter.api.Test;

/**
 * Kills ranks whose threads all call MPI, at any operation, again and again, also while they are
 * recovered. Each result tells how its rank came to it, so that a result of a state that was lost
 * does not fit those of the state that took its place.
 */
class ThreadedJobTest {
  /** Jobs, and the first seed: -Dthreads.jobs=1000 -Dtest.seed=1. */
  private static final int JOBS = Integer.getInteger("threads.jobs", 30);

  private static final long SEED = Long.getLong("test.seed", System.nanoTime() & 0xFFFFFF);
  private static final int SIZE = 3;
  private static final int KILLS = 4;
  private static final int TASKS = 40;
  private static final int WORKERS = 2;

  private static final int ASK = 1;
  private static final int TASK = 2;
  private static final int RESULT = 3;
  private static final Long NO_MORE = -1L;

  /** What rank 0 has received: worker, task, number, state. */
  private final List<long[]> results = new ArrayList<>();

  @Test
  void shouldComeToTheSameStatesWhereverRanksAreKilled() throws Exception {
    int kills = 0;
    int inReplay = 0;
    for (long seed = SEED; seed < SEED + JOBS; seed++) {
      Random random = new Random(seed * 0x9E3779B97F4A7C15L);
      Receptions receptions = seed % 3 == 0 ? Receptions.ALL : Receptions.NONDETERMINISTIC;
      ThreadedJob job = new ThreadedJob(SIZE, random.nextBoolean(), receptions);
      boolean probes = random.nextBoolean();
      try {
        job.run((life, session) -> run(life, session, probes), KILLS, random);
        check();
      } catch (Exception | AssertionError e) {
        throw new AssertionError("-Dthreads.jobs=1 -Dtest.seed=" + seed + ": " + e, e);
      }
      kills += job.kills.get();
      inReplay += job.killsInReplay.get();
    }
    System.out.printf(
        "Threads: %d jobs from seed %d, %d kills, %d of them before the rank was live again%n",
        JOBS, SEED, kills, inReplay);
    assertThat(kills).isGreaterThanOrEqualTo(JOBS);
  }

  private void run(Life life, RankSession session, boolean probes) throws InterruptedException {
    if (session.rank() == 0) {
      collect(life, session, probes);
    } else {
      work(life, session);
    }
  }

  // ---------------------------------------------------------------- rank 0

  private void collect(Life life, RankSession session, boolean probes) throws InterruptedException {
    Thread dispatcher = life.thread(session, () -> dispatch(session));
    List<long[]> received = new ArrayList<>();
    while (received.size() < TASKS) {
      int source = Receive.ANY_SOURCE;
      if (probes) {
        source = session.probe(Receive.ANY_SOURCE, 0, RESULT).source();
      }
      received.add(receive(session, source, RESULT, 4));
      session.commitOutput();
    }
    life.join(dispatcher);
    life.mayDie();
    results.clear();
    results.addAll(received);
  }

  private static void dispatch(RankSession session) {
    long next = 0;
    int working = SIZE - 1;
    Receive asks = session.post(Receive.ANY_SOURCE, 0, ASK);
    while (working > 0) {
      PendingRequest[] one = {asks, null};
      for (int polls = 0; session.testAny(one) < 0; polls++) {
        if (polls == 2) {
          session.await(asks);
        }
      }
      int source = asks.message().source();
      long task = next < TASKS ? next++ : NO_MORE;
      working -= task == NO_MORE ? 1 : 0;
      asks = working > 0 ? session.post(Receive.ANY_SOURCE, 0, ASK) : asks;
      send(session, source, TASK, false, task);
    }
  }

  // ---------------------------------------------------------------- the others

  /** Shared by the threads of a rank; changed within events. */
  private static final class State {
    final ArrayDeque<Long> tasks = new ArrayDeque<>();
    boolean over;
    long number;
    long state;
  }

  private static void work(Life life, RankSession session) throws InterruptedException {
    State shared = new State();
    List<Thread> threads = new ArrayList<>();
    threads.add(life.thread(session, () -> fetch(life, session, shared)));
    for (int i = 0; i < WORKERS; i++) {
      threads.add(life.thread(session, () -> perform(life, session, shared)));
    }
    for (Thread thread : threads) {
      life.join(thread);
    }
    session.commitOutput();
    life.mayDie();
  }

  private static void fetch(Life life, RankSession session, State shared)
      throws InterruptedException {
    long task;
    do {
      send(session, 0, ASK, false, 0);
      task = receive(session, 0, TASK, 1)[0];
      long given = task;
      await(life, session, shared, () -> shared.tasks.size() < 3 ? put(shared, given) : null);
    } while (task != NO_MORE);
  }

  private static Boolean put(State shared, long task) {
    if (task == NO_MORE) {
      shared.over = true;
    } else {
      shared.tasks.add(task);
    }
    return true;
  }

  private static Long take(State shared) {
    Long task = shared.tasks.poll();
    return task == null && shared.over ? NO_MORE : task;
  }

  private static void perform(Life life, RankSession session, State shared)
      throws InterruptedException {
    while (true) {
      Long task = await(life, session, shared, () -> take(shared));
      if (task.equals(NO_MORE)) {
        return;
      }
      long value = session.value(ValueKind.values()[0], System::nanoTime);
      session.threads().enter();
      shared.number++;
      shared.state = next(shared.state, task, value);
      long[] result = {session.rank(), task, shared.number, shared.state, value};
      session.threads().leave(shared);
      PendingRequest sent = send(session, 0, RESULT, task % 3 == 0, result);
      session.await(sent);
    }
  }

  private static long next(long state, long task, long value) {
    return (state * 31 + task) * 31 + value;
  }

  private static <T> T await(
      Life life, RankSession session, State shared, java.util.function.Supplier<T> attempt)
      throws InterruptedException {
    return session
        .threads()
        .handOvers()
        .await(
            shared,
            () -> {
              life.mayDie();
              return attempt.get();
            },
            -1,
            true);
  }

  // ---------------------------------------------------------------- messages

  private static PendingRequest send(
      RankSession session, int to, int tag, boolean synchronous, long... content) {
    ByteBuffer bytes = ByteBuffer.allocate(content.length * Long.BYTES);
    bytes.asLongBuffer().put(content);
    return session.send(
        to, 0, tag, synchronous, 0, content.length, bytes, bytes.capacity(), null, 0);
  }

  private static long[] receive(RankSession session, int from, int tag, int least) {
    Receive receive = session.post(from, 0, tag);
    session.await(receive);
    Arrival.Message message = receive.message();
    ByteBuffer bytes = ByteBuffer.allocate(message.envelope().fixedLength());
    session.copy(message, bytes, null);
    long[] content = new long[bytes.capacity() / Long.BYTES];
    bytes.asLongBuffer().get(content);
    assertThat(content.length).isGreaterThanOrEqualTo(least);
    return content;
  }

  /** Every task was done once, and each rank's results tell one story. */
  private void check() {
    TreeSet<Long> tasks = new TreeSet<>();
    results.forEach(result -> tasks.add(result[1]));
    assertThat(tasks).hasSize(TASKS);
    assertThat(results).hasSize(TASKS);
    for (int worker = 1; worker < SIZE; worker++) {
      long rank = worker;
      long number = 0;
      long state = 0;
      List<long[]> own =
          results.stream()
              .filter(result -> result[0] == rank)
              .sorted(Comparator.comparing(result -> result[2]))
              .toList();
      for (long[] result : own) {
        state = next(state, result[1], result[4]);
        assertThat(result[2]).isEqualTo(++number);
        assertThat(result[3]).isEqualTo(state);
      }
    }
  }
}
