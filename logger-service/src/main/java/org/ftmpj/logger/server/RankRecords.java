package org.ftmpj.logger.server;

import org.ftmpj.logger.store.BatchReader;
import org.ftmpj.logger.wire.Batch;

/** The records of a rank, as the process of the rank uses them that was admitted last. */
interface RankRecords extends AutoCloseable {

  /** Number of the first record that is there, or comes next; those before it were dropped. */
  long first();

  /** Number of the last stable record; 0 if there is none. */
  long stable();

  /**
   * Appends what is new in the batch. For each batch the client is told once that its last record,
   * or a later one, is stable; or it is refused.
   *
   * @param batch valid during the call only
   */
  void append(Batch batch);

  /** No incarnation needs the records up to that one any more. */
  void prune(long last);

  /** Reads the stable records, at least those from that number on. */
  BatchReader history(long first);

  /** Ends the use: the client hears nothing more. */
  @Override
  void close();
}
