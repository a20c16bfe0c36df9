package org.ftmpj.logger.server;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.logger.store.BatchReader;
import org.ftmpj.logger.store.Enrolment;
import org.ftmpj.logger.store.ReplicaStore;
import org.ftmpj.logger.store.StoreReader;
import org.ftmpj.logger.wire.Batch;
import org.ftmpj.logger.wire.Incarnation;
import org.ftmpj.logger.wire.Refused;
import org.ftmpj.transport.journal.Needed;

/**
 * The stores of all ranks, in one {@linkplain StoreDirectory directory}. A record is stable when it
 * is appended: it survives the process, not the host. Stores are opened when their rank comes, and
 * read through then. Any thread.
 */
final class StoreRegistry implements DeterminantStore {
  /** Stores that are not in use are closed only beyond that many. */
  private static final int KEEP_OPEN = 128;

  private final StoreDirectory directory;
  private final Map<Path, RankStore> open = new HashMap<>();
  private final Map<Path, ReplicaStore> replicas = new HashMap<>();
  private final ServerCounters counters;
  private final Optional<JobHere> job;

  private StoreRegistry(StoreDirectory directory, ServerCounters counters, Optional<JobHere> job) {
    this.directory = directory;
    this.counters = counters;
    this.job = job;
  }

  /**
   * @throws FtmpjException {@code LOG_NOT_WRITABLE} if the directory cannot be written, or another
   *     logger uses it
   */
  static StoreRegistry open(Path directory, ServerCounters counters) {
    return open(directory, counters, Optional.empty());
  }

  /**
   * The same, and what the checkpoints of a job on this host do not need is dropped.
   *
   * @throws FtmpjException as above
   */
  static StoreRegistry open(Path directory, ServerCounters counters, Optional<JobHere> job) {
    return new StoreRegistry(StoreDirectory.open(directory), counters, job);
  }

  @Override
  public void admit(Incarnation incarnation, long session, StoreClient client) {
    RankStore store;
    try {
      store = enter(incarnation, session);
    } catch (RefusedException e) {
      client.refused(e.refused());
      return;
    }
    client.admitted(new Use(store, incarnation.number(), client));
  }

  private synchronized RankStore enter(Incarnation incarnation, long session)
      throws RefusedException {
    RankStore store = store(incarnation);
    admit(store, incarnation, session);
    store.enter();
    counters.admitted();
    return store;
  }

  private void admit(RankStore store, Incarnation incarnation, long session)
      throws RefusedException {
    int before = store.newestIncarnation();
    store.admit(incarnation, session);
    if (before > 0 && store.newestIncarnation() > before) {
      counters.fenced();
    }
  }

  /** What one process does with the store of its rank. */
  private final class Use implements RankRecords {
    private final RankStore store;
    private final int incarnation;
    private final StoreClient client;

    Use(RankStore store, int incarnation, StoreClient client) {
      this.store = store;
      this.incarnation = incarnation;
      this.client = client;
    }

    @Override
    public long first() {
      synchronized (StoreRegistry.this) {
        return store.first();
      }
    }

    @Override
    public long stable() {
      synchronized (StoreRegistry.this) {
        return store.last();
      }
    }

    @Override
    public void append(Batch batch) {
      try {
        StoreRegistry.this.append(store, incarnation, batch);
      } catch (RefusedException e) {
        client.refused(e.refused());
        return;
      }
      client.stable(stable());
    }

    @Override
    public void prune(long last) {
      store.prune(last);
    }

    @Override
    public BatchReader history(long first) {
      return StoreReader.open(store.directory(), first);
    }

    @Override
    public void close() {
      leave(store);
    }
  }

  private synchronized void append(RankStore store, int incarnation, Batch batch)
      throws RefusedException {
    long before = store.last();
    store.append(incarnation, batch);
    if (store.last() > before) {
      counters.appended(store.last() - before, batch.length());
    }
  }

  @Override
  public synchronized void follow(Incarnation writer, long session, Batch batch) {
    RankStore store = store(writer);
    if (batch.last() <= store.last()) {
      return;
    }
    try {
      if (writer.number() > store.newestIncarnation()) {
        admit(store, writer, session);
      }
      store.passOver(batch.first());
      append(store, writer.number(), batch);
    } catch (RefusedException e) {
      throw new FtmpjException(
          ErrorCode.LOG_CORRUPT,
          "The log of " + writer + " contradicts the store: " + e.getMessage(),
          e);
    }
  }

  private synchronized void leave(RankStore store) {
    store.leave();
    counters.left();
    Iterator<RankStore> all = open.values().iterator();
    while (open.size() > KEEP_OPEN && all.hasNext()) {
      RankStore candidate = all.next();
      if (!candidate.isUsed()) {
        candidate.close();
        all.remove();
      }
    }
  }

  /**
   * {@inheritDoc}
   *
   * <p>Files that cannot be removed now are when the next job ends, or the logger starts again.
   */
  @Override
  public synchronized void forget(String job) {
    Path stores = directory.job(job);
    counters.forgotten();
    open.entrySet().removeIf(entry -> closedIn(stores, entry));
    replicas.entrySet().removeIf(entry -> closedReplicaIn(stores, entry));
    directory.end(job);
  }

  private static boolean closedIn(Path stores, Map.Entry<Path, RankStore> entry) {
    if (!entry.getKey().startsWith(stores)) {
      return false;
    }
    entry.getValue().close();
    return true;
  }

  private static boolean closedReplicaIn(Path stores, Map.Entry<Path, ReplicaStore> entry) {
    if (!entry.getKey().startsWith(stores)) {
      return false;
    }
    entry.getValue().close();
    return true;
  }

  @Override
  public synchronized void enrol(String job, int member, boolean isResumed)
      throws RefusedException {
    if (isResumed) {
      requireEnrolled(job, member);
      return;
    }
    Enrolment enrolment = new Enrolment(StoreDirectory.create(directory.job(job)));
    Optional<Integer> before = enrolment.member();
    if (before.isPresent() && before.get() != member) {
      throw new RefusedException(
          Refused.Code.NOT_ENROLLED,
          "two addresses lead to this event logger, those of number %d and number %d"
              .formatted(before.get() + 1, member + 1));
    }
    enrolment.write(member);
  }

  private void requireEnrolled(String job, int member) throws RefusedException {
    Enrolment enrolment = new Enrolment(directory.job(job));
    if (!enrolment.isValid() || !enrolment.member().equals(Optional.of(member))) {
      throw new RefusedException(
          Refused.Code.LOST_RECORDS,
          enrolment.member().isEmpty()
              ? "has nothing of the job"
              : "may have lost what it had of the job, for its host has started again since");
    }
  }

  @Override
  public synchronized ReplicaStore join(Incarnation incarnation, long session)
      throws RefusedException {
    Path path = directory.store(incarnation);
    Path job = StoreDirectory.create(path.getParent());
    ReplicaStore store = replicas.get(path);
    if (store == null) {
      store = ReplicaStore.open(job, incarnation.rank(), new Enrolment(job).isValid());
      replicas.put(path, store);
    }
    int before = store.replica().promised();
    if (!store.promise(incarnation.number(), session)) {
      throw new RefusedException(
          Refused.Code.FENCED, incarnation + " is fenced, " + before + " has come");
    }
    counters.admitted();
    if (before > 0 && incarnation.number() > before) {
      counters.fenced();
    }
    return store;
  }

  @Override
  public long freeBytes() {
    return directory.freeBytes();
  }

  @Override
  public long jobs() {
    return directory.jobs();
  }

  private RankStore store(Incarnation incarnation) {
    Path path = directory.store(incarnation);
    RankStore store = open.get(path);
    if (store == null) {
      StoreDirectory.create(path.getParent());
      store = new RankStore(path, needed(incarnation));
      open.put(path, store);
    }
    return store;
  }

  private Needed needed(Incarnation rank) {
    return job.filter(here -> here.name().equals(rank.job()))
        .map(here -> here.needed(rank.rank()))
        .orElse(Needed.ALL);
  }

  @Override
  public synchronized void close() {
    open.values().forEach(RankStore::close);
    open.clear();
    replicas.values().forEach(ReplicaStore::close);
    replicas.clear();
    directory.close();
  }
}
