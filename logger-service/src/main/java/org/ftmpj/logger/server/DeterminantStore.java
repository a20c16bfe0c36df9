package org.ftmpj.logger.server;

import java.util.concurrent.Executor;
import org.ftmpj.logger.store.ReplicaStore;
import org.ftmpj.logger.wire.Batch;
import org.ftmpj.logger.wire.Incarnation;
import org.ftmpj.logger.wire.Refused;

/**
 * The determinants that an event logger keeps, of all ranks of all jobs. A record that is appended
 * becomes stable at once or later: when a directory has it, or a majority of replicas.
 *
 * <p>The server's thread calls all methods that do not say otherwise. A store calls a {@link
 * StoreClient} by that thread only, within a method or later.
 *
 * <p>Methods throw {@link org.ftmpj.common.error.FtmpjException}: {@code LOG_NOT_WRITABLE} if the
 * server must not go on.
 */
interface DeterminantStore extends AutoCloseable {

  /** Opens the store of a server. */
  @FunctionalInterface
  interface Opener {
    /**
     * @param server runs tasks in the server's thread, one after the other; takes them from any
     *     thread
     */
    DeterminantStore open(Executor server);
  }

  /**
   * Fences the older incarnations of a rank. When that is durable the client is admitted; it may be
   * refused instead. Clients of one rank are answered in the order in which they came.
   *
   * @param session which process the incarnation is
   * @throws org.ftmpj.common.error.FtmpjException another one than {@code LOG_NOT_WRITABLE} if the
   *     records of this rank are damaged
   */
  void admit(Incarnation incarnation, long session, StoreClient client);

  /**
   * Takes what was read from the log of a rank on this host, perhaps once more. Any thread.
   *
   * @param batch valid during the call only
   */
  void follow(Incarnation writer, long session, Batch batch);

  /**
   * Removes everything of a job that has ended. None of its ranks is connected any more.
   *
   * @throws org.ftmpj.common.error.FtmpjException {@code LOG_NOT_WRITABLE} if the job cannot be
   *     forgotten: all of it stays, and the server goes on
   */
  void forget(String job);

  /**
   * Notes a job of which nothing was recorded so far: this is one of several loggers of it.
   *
   * @param member which one, from 0
   * @param isResumed whether the job was recorded here before: then nothing is noted
   * @throws org.ftmpj.common.error.FtmpjException {@code LOG_NOT_WRITABLE}
   * @throws RefusedException if it is another one already, or cannot be one of several; of a job
   *     that is resumed, if what was recorded is not here any more
   */
  default void enrol(String job, int member, boolean isResumed) throws RefusedException {
    throw alone();
  }

  /**
   * Fences older incarnations of a rank, of which this logger is one of several.
   *
   * @return what it has of the rank; closed with this store
   * @throws RefusedException if it must not come
   */
  default ReplicaStore join(Incarnation incarnation, long session) throws RefusedException {
    throw alone();
  }

  private static RefusedException alone() {
    return new RefusedException(
        Refused.Code.NOT_ENROLLED, "this event logger cannot be one of several");
  }

  /** How many jobs it keeps something of. Any thread. */
  long jobs();

  /** Disk space left for records, bytes. Any thread. */
  long freeBytes();

  @Override
  void close();
}
