package org.ftmpj.network;

import org.ftmpj.common.error.FtmpjException;

/** What becomes of a session. Called by threads of the session, which must not be kept waiting. */
public interface SessionEvents {
  /** The first connection has been made. */
  default void established() {}

  /** Nothing is heard from the other host on any path; the session goes on trying. */
  default void suspected() {}

  /** It is heard again. */
  default void wellAgain() {}

  /**
   * The session has ended for good, and not by this process. Called once, and the last call; what
   * came before has been received. Any further {@link Session#send} throws the same.
   */
  void lost(FtmpjException why);
}
