package org.ftmpj.hostd.copies;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.ftmpj.common.job.Placement;

/**
 * Who keeps the copies that this host makes, and has those of ranks that come here: {@link
 * SharedCopies} or {@link PartnerCopies}.
 */
interface CopyRetention {
  /**
   * Where the checkpoints of a rank here are copied now.
   *
   * @throws IOException if there is no such place
   */
  CopyPlace place(int rank) throws IOException;

  /** What is kept here of other hosts, or, where hosts share it, of all. */
  CopyDirectory kept();

  /** Where copies of a rank are that comes here, once all hosts have called {@link #bring}. */
  List<CopyDirectory> found();

  /**
   * That host is lost, and the session with it has ended.
   *
   * @return whether copies have to be made once more, at another place
   */
  boolean part(int host) throws InterruptedException;

  /** The session with that host has ended; whether it is lost is not known yet. Any thread. */
  void unreachable(int host);

  /**
   * Moves the copies on this host of ranks that have been placed on other hosts.
   *
   * @return those that have a copy there then, by this host, from which they can go on
   */
  List<Integer> bring(Placement placement, List<Integer> moved);

  /** Another host sends what is about copies. Does not wait. */
  void receive(int from, ByteBuffer content);

  /** The job is stopped, and waits for the last copies. */
  void hurry();

  /** Nothing is copied any more. Does not wait. */
  void stop();

  /**
   * Nothing is copied or received any more.
   *
   * @param kept whether what is there of this host stays, for the job goes on later; else it is
   *     removed
   */
  void close(boolean kept) throws InterruptedException;
}
