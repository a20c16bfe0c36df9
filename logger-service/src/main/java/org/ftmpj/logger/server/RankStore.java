package org.ftmpj.logger.server;

import java.nio.file.Path;
import org.ftmpj.logger.store.Store;
import org.ftmpj.logger.store.StoreReader;
import org.ftmpj.logger.wire.Batch;
import org.ftmpj.logger.wire.Incarnation;
import org.ftmpj.logger.wire.Refused;
import org.ftmpj.transport.journal.Needed;
import org.ftmpj.transport.journal.SegmentRules;

/** What the logger keeps of one rank of one job. Guarded by its {@link StoreRegistry}. */
final class RankStore {
  private final Path directory;
  private final Needed needed;
  private final Store store;

  /** The first record that its rank has not told to be needed no more. */
  private volatile long told;

  private int users;

  /**
   * @param needed of its records, unless the rank tells more
   */
  RankStore(Path directory, Needed needed) {
    this.directory = directory;
    this.needed = () -> Math.max(told, needed.from());
    this.store = Store.open(directory, SegmentRules.usual(this.needed));
  }

  Path directory() {
    return directory;
  }

  /** Number of the first record that is there, or comes next. */
  long first() {
    return StoreReader.first(directory);
  }

  /** Number of the last stable record; 0 if there is none. */
  long last() {
    return store.state().last();
  }

  /** Fences every older incarnation, durably. */
  void admit(Incarnation incarnation, long session) throws RefusedException {
    int newest = store.state().incarnation();
    if (incarnation.number() > newest) {
      store.fence(incarnation.number(), session);
    } else if (incarnation.number() < newest) {
      throw fenced(incarnation.number());
    } else if (session != store.state().session()) {
      throw new RefusedException(
          Refused.Code.FENCED, incarnation + " belongs to another process already");
    }
  }

  /** Appends what is new in the batch. */
  void append(int incarnation, Batch batch) throws RefusedException {
    if (incarnation != store.state().incarnation()) {
      throw fenced(incarnation);
    }
    if (batch.first() <= store.state().before()) {
      throw new RefusedException(
          Refused.Code.LOST_RECORDS,
          batch + " came, but incarnations before " + incarnation + " made up to " + before());
    }
    if (batch.first() > last() + 1) {
      throw new RefusedException(
          Refused.Code.LOST_RECORDS, batch + " came, but the last one here is " + last());
    }
    if (batch.last() > last()) {
      store.append(batch.from(last() + 1));
    }
  }

  /**
   * That record comes next: those before it are not in the rank's log any more, if none is needed.
   */
  void passOver(long first) {
    if (first > last() + 1 && first < needed.from()) {
      store.passOver(first);
    }
  }

  /**
   * The records up to that one are needed no more: segments with nothing else are removed when the
   * next one is begun. Any thread.
   */
  void prune(long last) {
    told = Math.max(told, last + 1);
  }

  int newestIncarnation() {
    return store.state().incarnation();
  }

  void enter() {
    users++;
  }

  void leave() {
    users--;
  }

  boolean isUsed() {
    return users > 0;
  }

  void close() {
    store.close();
  }

  private long before() {
    return store.state().before();
  }

  private RefusedException fenced(int incarnation) {
    return new RefusedException(
        Refused.Code.FENCED,
        "incarnation " + incarnation + " is fenced, " + newestIncarnation() + " has come");
  }
}
