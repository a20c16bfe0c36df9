package org.ftmpj.logger.server;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import org.ftmpj.logger.store.BatchReader;
import org.ftmpj.logger.wire.Batch;
import org.ftmpj.logger.wire.Incarnation;
import org.ftmpj.logger.wire.Refused;

/**
 * A store that takes its time, as replicas do: it decides later on what it is asked, for each rank
 * on admissions and on batches in their orders, and tells clients still later what is stable, in
 * any order. What is not decided when a newer incarnation is admitted is lost.
 */
final class LateStore implements DeterminantStore {
  private final DeterminantStore kept;
  private final Executor server;
  private final Random random;
  private final boolean tellsEarly;
  private final Map<String, Undecided> ranks = new TreeMap<>();
  private final List<Runnable> untold = new ArrayList<>();
  private volatile boolean closed;

  /** The highest number of a record so far; of the thread of the server. */
  private long asked;

  /** What is asked for one rank. */
  private record Undecided(Deque<Runnable> admissions, Deque<Runnable> batches) {
    Undecided() {
      this(new ArrayDeque<>(), new ArrayDeque<>());
    }
  }

  /**
   * @param kept has what is stable
   * @param tellsEarly a mistake: clients hear that a record is stable when it is appended
   */
  LateStore(DeterminantStore kept, Executor server, long seed, boolean tellsEarly) {
    this.kept = kept;
    this.server = server;
    this.random = new Random(seed);
    this.tellsEarly = tellsEarly;
  }

  /** From now on it decides by itself, in a thread of its own. */
  void run() {
    Thread thread =
        new Thread(
            () -> {
              while (!closed) {
                server.execute(this::goOn);
                LockSupport.parkNanos(200_000);
              }
            },
            "late store");
    thread.setDaemon(true);
    thread.start();
  }

  private void goOn() {
    for (int left = random.nextInt(8); left > 0; left--) {
      List<Undecided> all = List.copyOf(ranks.values());
      if (!all.isEmpty()) {
        Undecided rank = all.get(random.nextInt(all.size()));
        take(random.nextBoolean() ? rank.admissions : rank.batches);
      }
      if (!untold.isEmpty()) {
        untold.remove(random.nextInt(untold.size())).run();
      }
    }
  }

  private static void take(Deque<Runnable> queue) {
    if (!queue.isEmpty()) {
      queue.remove().run();
    }
  }

  /** Admits the next one of each rank that waits for it; not later than it returns. */
  void admitAll() {
    onServer(() -> ranks.values().forEach(rank -> take(rank.admissions)));
  }

  /** Makes the next batch of each rank stable, and says so; not later than it returns. */
  void makeStable() {
    onServer(
        () -> {
          ranks.values().forEach(rank -> take(rank.batches));
          untold.forEach(Runnable::run);
          untold.clear();
        });
  }

  private void onServer(Runnable task) {
    CompletableFuture.runAsync(task, server).join();
  }

  /** The highest number of a record that was to be appended, by any rank. */
  long asked() {
    CompletableFuture<Long> number = new CompletableFuture<>();
    server.execute(() -> number.complete(asked));
    return number.join();
  }

  private Undecided rank(String name) {
    return ranks.computeIfAbsent(name, n -> new Undecided());
  }

  @Override
  public void admit(Incarnation incarnation, long session, StoreClient client) {
    String rank = incarnation.job() + "/" + incarnation.rank();
    rank(rank)
        .admissions
        .add(() -> kept.admit(incarnation, session, new Process(rank(rank), client)));
  }

  @Override
  public void follow(Incarnation writer, long session, Batch batch) {
    kept.follow(writer, session, batch);
  }

  @Override
  public void forget(String job) {
    kept.forget(job);
  }

  @Override
  public long jobs() {
    return kept.jobs();
  }

  @Override
  public long freeBytes() {
    return kept.freeBytes();
  }

  @Override
  public void close() {
    closed = true;
    kept.close();
  }

  /** One that was admitted, between the server and the store that keeps its records. */
  private final class Process implements StoreClient, RankRecords {
    private final Undecided rank;
    private final StoreClient client;
    private RankRecords records;
    private boolean over;

    Process(Undecided rank, StoreClient client) {
      this.rank = rank;
      this.client = client;
    }

    @Override
    public void admitted(RankRecords its) {
      records = its;
      client.admitted(this);
    }

    @Override
    public void stable(long last) {
      untold.add(
          () -> {
            if (!over) {
              client.stable(last);
            }
          });
    }

    @Override
    public void refused(Refused why) {
      if (!over) {
        over = true;
        client.refused(why);
      }
    }

    @Override
    public long first() {
      return records.first();
    }

    @Override
    public long stable() {
      return records.stable();
    }

    @Override
    public void prune(long last) {
      records.prune(last);
    }

    @Override
    public void append(Batch batch) {
      asked = Math.max(asked, batch.last());
      ByteBuffer bytes = ByteBuffer.allocate(batch.records().remaining());
      Batch copy = new Batch(batch.first(), batch.count(), bytes.put(batch.records()).flip());
      if (tellsEarly) {
        client.stable(copy.last());
      }
      rank.batches.add(
          () -> {
            if (!over) {
              records.append(copy);
            }
          });
    }

    @Override
    public BatchReader history(long first) {
      return records.history(first);
    }

    @Override
    public void close() {
      over = true;
      records.close();
    }
  }
}
