package org.ftmpj.network;

import org.ftmpj.common.error.FtmpjException;

/**
 * Listens to events of a session. Called by threads of the session, which must not be made to wait.
 */
public interface SessionEvents {
  /** Called when the first connection has been made. */
  default void established() {}

  /** Called when the other host is not heard on any path; the session goes on trying. */
  default void suspected() {}

  /** Called when the other host is heard again. */
  default void wellAgain() {}

  /**
   * Called when the session has ended for good, and not by this process. This is the last call;
   * earlier contents have been received. Any further {@link Session#send} throws the exception.
   */
  void lost(FtmpjException why);
}
