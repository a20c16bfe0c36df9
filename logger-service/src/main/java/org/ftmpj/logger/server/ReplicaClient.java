package org.ftmpj.logger.server;

import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.logger.store.ReplicaStore;
import org.ftmpj.logger.wire.History;
import org.ftmpj.logger.wire.Incarnation;
import org.ftmpj.logger.wire.Joined;
import org.ftmpj.logger.wire.Outbox;
import org.ftmpj.logger.wire.Prune;
import org.ftmpj.logger.wire.ReadRecords;
import org.ftmpj.logger.wire.Refused;
import org.ftmpj.logger.wire.Write;
import org.ftmpj.logger.wire.Written;
import org.ftmpj.protocol.quorum.LogShape;
import org.ftmpj.protocol.quorum.Replica;

/**
 * The work of one process of a rank on the records of its rank. Used by the event loop's thread.
 */
final class ReplicaClient {
  private final ReplicaStore store;
  private final Incarnation incarnation;
  private final ServerCounters counters;
  private long ticket;

  /** Whether a ticket has to be acknowledged. */
  private boolean isDue;

  ReplicaClient(ReplicaStore store, Incarnation incarnation, ServerCounters counters) {
    this.store = store;
    this.incarnation = incarnation;
    this.counters = counters;
  }

  /** The shape of the log for a {@link Joined}. */
  LogShape shape() {
    return store.replica().shape();
  }

  long first() {
    return store.first();
  }

  boolean isComplete() {
    return store.replica().isComplete();
  }

  void write(Write write) throws RefusedException {
    try {
      Replica.Answer answer = store.write(incarnation.number(), write.accept(), write.batch());
      if (answer == Replica.Answer.FENCED) {
        throw fenced();
      }
      if (answer == Replica.Answer.GAP) {
        throw new RefusedException(
            Refused.Code.LOST_RECORDS, write.accept() + " came, but here are " + shape());
      }
    } catch (IllegalArgumentException e) {
      throw new RefusedException(Refused.Code.MALFORMED, e.getMessage());
    }
    if (write.batch() != null) {
      counters.appended(write.batch().count(), write.batch().length());
    }
    ticket = write.accept().ticket();
    isDue = true;
  }

  void read(ReadRecords wanted, Outbox out) throws RefusedException {
    if (wanted.last() > shape().last()) {
      throw new RefusedException(
          Refused.Code.LOST_RECORDS,
          "records up to " + wanted.last() + " are wanted, here are " + shape());
    }
    try {
      out.add(new History(store.read(wanted.first(), wanted.last())));
    } catch (FtmpjException e) {
      // One damaged store: the others can go on.
      throw new RefusedException(Refused.Code.LOST_RECORDS, e.getMessage());
    }
  }

  void prune(Prune prune) throws RefusedException {
    if (incarnation.number() != store.replica().promised()) {
      throw fenced();
    }
    store.prune(prune.last());
  }

  private RefusedException fenced() {
    return new RefusedException(
        Refused.Code.FENCED,
        incarnation + " is fenced, " + store.replica().promised() + " has come");
  }

  boolean isDue() {
    return isDue;
  }

  /** Acknowledges all that was written, once. */
  void acknowledge(Outbox out) {
    out.add(new Written(shape().last(), ticket));
    isDue = false;
  }
}
