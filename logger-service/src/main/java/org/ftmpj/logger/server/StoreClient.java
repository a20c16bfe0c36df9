package org.ftmpj.logger.server;

import org.ftmpj.logger.wire.Refused;

/**
 * One process of a rank, as a {@link DeterminantStore} sees it. Called by the server's thread, and
 * not after {@link #refused}, nor after its records were closed.
 */
interface StoreClient {

  /**
   * Older incarnations are fenced, durably: nothing of theirs follows what is stable now.
   *
   * @param records to be closed by the client, also if it is gone meanwhile
   */
  void admitted(RankRecords records);

  /** All records up to that number are stable. The numbers need not come in order. */
  void stable(long last);

  /** The process is not admitted, or not any more. */
  void refused(Refused why);
}
