package org.ftmpj.logger.server;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.logger.store.Enrolment;
import org.ftmpj.logger.store.ReplicaStore;
import org.ftmpj.logger.wire.Batch;
import org.ftmpj.logger.wire.Incarnation;
import org.ftmpj.logger.wire.Refused;
import org.ftmpj.protocol.quorum.Accept;
import org.ftmpj.protocol.quorum.Replica;
import org.ftmpj.transport.journal.Retention;

/**
 * The stores of all ranks, in one {@linkplain StoreDirectory directory}. A store is opened and read
 * through when its rank connects. Any thread.
 *
 * <p>Methods throw {@link FtmpjException}: {@code LOG_NOT_WRITABLE} if the server must not go on.
 */
final class StoreRegistry implements AutoCloseable {
  /** The number of open stores above which unused ones are closed. */
  private static final int KEEP_OPEN = 128;

  private final StoreDirectory directory;
  private final Map<Path, RankStore> open = new HashMap<>();
  private final ServerCounters counters;
  private final Optional<LocalJob> followed;

  /** The open store of a rank. */
  private static final class RankStore {
    private final ReplicaStore records;

    /** The determinants that the checkpoints of a rank on this host still need. */
    private final Retention needed;

    /** Admitted connections of the rank. */
    private int users;

    RankStore(ReplicaStore records, Retention needed) {
      this.records = records;
      this.needed = needed;
    }

    long last() {
      return records.replica().shape().last();
    }
  }

  private StoreRegistry(
      StoreDirectory directory, ServerCounters counters, Optional<LocalJob> followed) {
    this.directory = directory;
    this.counters = counters;
    this.followed = followed;
  }

  /**
   * Opens the stores in a directory.
   *
   * @param followed a job on this host, whose logs are {@linkplain #follow followed}
   * @throws FtmpjException {@code LOG_NOT_WRITABLE} if the directory cannot be written, or another
   *     logger uses it
   */
  static StoreRegistry open(Path directory, ServerCounters counters, Optional<LocalJob> followed) {
    return new StoreRegistry(StoreDirectory.open(directory), counters, followed);
  }

  /**
   * Notes that this is an event logger of a job of which nothing was recorded so far.
   *
   * @param member its number, from 0
   * @param isResumed whether the job was recorded by it before: then nothing is noted
   * @throws RefusedException if it is another one already; of a job that is resumed, or was noted
   *     before, if what was recorded may not be here any more
   */
  synchronized void enrol(String job, int member, boolean isResumed) throws RefusedException {
    Enrolment enrolment =
        new Enrolment(isResumed ? directory.job(job) : StoreDirectory.create(directory.job(job)));
    Optional<Integer> before = enrolment.member();
    if (!isResumed && before.isEmpty()) {
      enrolment.write(member);
    } else if (!isResumed && before.get() != member) {
      throw new RefusedException(
          Refused.Code.NOT_ENROLLED,
          "two addresses lead to this event logger, those of number %d and number %d"
              .formatted(before.get() + 1, member + 1));
    } else if (!enrolment.isValid() || !before.equals(Optional.of(member))) {
      throw new RefusedException(
          Refused.Code.LOST_RECORDS,
          before.isEmpty()
              ? "has nothing of the job"
              : "may have lost what it had of the job, for its host has started again since");
    }
  }

  /**
   * Fences older incarnations of a rank.
   *
   * @param session the process of the incarnation
   * @return the store of the rank, until {@link #leave}
   * @throws RefusedException if a newer incarnation has come
   * @throws FtmpjException another one than {@code LOG_NOT_WRITABLE} if the records of this rank
   *     are damaged
   */
  synchronized ReplicaStore join(Incarnation incarnation, long session) throws RefusedException {
    RankStore store = store(incarnation);
    promise(store, incarnation, session);
    store.users++;
    counters.admitted();
    return store.records;
  }

  private void promise(RankStore store, Incarnation incarnation, long session)
      throws RefusedException {
    int before = store.records.replica().promised();
    if (!store.records.promise(incarnation.number(), session)) {
      throw new RefusedException(
          Refused.Code.FENCED,
          before == incarnation.number()
              ? incarnation + " belongs to another process already"
              : incarnation + " is fenced, " + before + " has come");
    }
    if (before > 0 && incarnation.number() > before) {
      counters.fenced();
    }
  }

  /** Ends a use that began with {@link #join}. */
  synchronized void leave(Incarnation incarnation) {
    counters.left();
    RankStore store = open.get(directory.store(incarnation));
    if (store != null) {
      store.users--;
    }
    Iterator<RankStore> all = open.values().iterator();
    while (open.size() > KEEP_OPEN && all.hasNext()) {
      RankStore candidate = all.next();
      if (candidate.users == 0) {
        candidate.records.close();
        all.remove();
      }
    }
  }

  /**
   * Takes records that were read from the log of a rank on this host, perhaps repeatedly.
   *
   * @param batch valid during the call only
   */
  synchronized void follow(Incarnation writer, long session, Batch batch) {
    RankStore store = store(writer);
    if (batch.last() <= store.last()) {
      return;
    }
    try {
      if (writer.number() > store.records.replica().promised()) {
        promise(store, writer, session);
      }
      passOver(store, writer, batch.first() - 1);
      append(store, writer, batch.from(store.last() + 1));
    } catch (RefusedException | IllegalArgumentException e) {
      throw new FtmpjException(
          ErrorCode.LOG_CORRUPT,
          "The log of " + writer + " contradicts the store: " + e.getMessage(),
          e);
    }
  }

  /**
   * Passes over the records up to that one, which were removed from the rank's log, as no
   * checkpoint needs them.
   */
  private void passOver(RankStore store, Incarnation writer, long last) throws RefusedException {
    while (store.last() < last && last < store.needed.from()) {
      int count = (int) Math.min(Integer.MAX_VALUE, last - store.last());
      write(store, writer, new Accept(writer.number(), store.last() + 1, count, false, 0), null);
    }
  }

  private void append(RankStore store, Incarnation writer, Batch batch) throws RefusedException {
    Accept accept = new Accept(writer.number(), batch.first(), batch.count(), false, 0);
    write(store, writer, accept, batch);
    counters.appended(batch.count(), batch.length());
    store.records.prune(store.needed.from() - 1);
  }

  private static void write(RankStore store, Incarnation writer, Accept accept, Batch batch)
      throws RefusedException {
    Replica.Answer answer = store.records.write(writer.number(), accept, batch);
    if (answer != Replica.Answer.ACCEPTED) {
      throw new RefusedException(
          answer == Replica.Answer.FENCED ? Refused.Code.FENCED : Refused.Code.LOST_RECORDS,
          accept + " came, the last one here is " + store.last());
    }
  }

  /**
   * Removes all files of a job that has ended. None of its ranks is connected any more. Files that
   * cannot be removed now are when the next job ends, or the logger starts again.
   *
   * @throws FtmpjException {@code LOG_NOT_WRITABLE} if the job cannot be forgotten: all of it
   *     stays, and the server goes on
   */
  synchronized void forget(String job) {
    Path stores = directory.job(job);
    counters.forgotten();
    open.entrySet().removeIf(entry -> closedIn(stores, entry));
    directory.end(job);
  }

  private static boolean closedIn(Path stores, Map.Entry<Path, RankStore> entry) {
    if (!entry.getKey().startsWith(stores)) {
      return false;
    }
    entry.getValue().records.close();
    return true;
  }

  private RankStore store(Incarnation incarnation) {
    Path path = directory.store(incarnation);
    RankStore store = open.get(path);
    if (store == null) {
      Path job = StoreDirectory.create(path.getParent());
      boolean isEnrolled = new Enrolment(job).isValid();
      store =
          new RankStore(
              ReplicaStore.open(job, incarnation.rank(), isEnrolled), needed(incarnation));
      open.put(path, store);
    }
    return store;
  }

  private Retention needed(Incarnation rank) {
    return followed
        .filter(here -> here.name().equals(rank.job()))
        .map(here -> here.needed(rank.rank()))
        .orElse(Retention.ALL);
  }

  /** Free disk space for records, in bytes. */
  long freeBytes() {
    return directory.freeBytes();
  }

  /** The number of jobs with stores. */
  long jobs() {
    return directory.jobs();
  }

  @Override
  public synchronized void close() {
    open.values().forEach(store -> store.records.close());
    open.clear();
    directory.close();
  }
}
