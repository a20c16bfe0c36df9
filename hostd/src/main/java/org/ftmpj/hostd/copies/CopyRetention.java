package org.ftmpj.hostd.copies;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.ftmpj.common.job.Placement;

/**
 * The storage of copies that this host makes, and of those of ranks that move to it: {@link
 * SharedCopies} or {@link PartnerCopies}.
 */
interface CopyRetention {
  /**
   * The present place for copies of a local rank's checkpoints.
   *
   * @throws IOException if there is no such place
   */
  CopyPlace place(int rank) throws IOException;

  /**
   * The copies of other hosts that are stored here, or those of all hosts in a shared directory.
   */
  CopyDirectory kept();

  /**
   * The places with copies of a rank that moves here, once all hosts have called {@link #bring}.
   */
  List<CopyDirectory> found();

  /**
   * Notes that a host is lost and the session with it has ended.
   *
   * @return whether copies have to be made once more, at another place
   */
  boolean part(int host) throws InterruptedException;

  /** The session with that host has ended; whether it is lost is not known yet. Any thread. */
  void unreachable(int host);

  /**
   * Moves the copies on this host of ranks that have been placed on other hosts.
   *
   * @return the ranks that then have a usable copy there from this host
   */
  List<Integer> bring(Placement placement, List<Integer> moved);

  /** Takes a message about copies from another host. Does not wait. */
  void receive(int from, ByteBuffer content);

  /** The job is stopped, and waits for the last copies. */
  void hurry();

  /** Stops all copying. Does not wait. */
  void stop();

  /**
   * Stops all copying and receiving.
   *
   * @param kept whether what is there of this host stays, for the job goes on later; else it is
   *     removed
   */
  void close(boolean kept) throws InterruptedException;
}
