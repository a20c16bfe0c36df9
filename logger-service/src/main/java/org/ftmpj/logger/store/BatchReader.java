package org.ftmpj.logger.store;

import org.ftmpj.logger.wire.Batch;

/** Gives the records of one rank in order. One thread. */
public interface BatchReader extends AutoCloseable {

  /** The next batch, valid until the next call; null if there is none now. */
  Batch next();

  @Override
  void close();
}
