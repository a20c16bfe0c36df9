package org.ftmpj.network;

import java.nio.ByteBuffer;

/** Takes contents of another host, each once, in the order in which they were sent. */
@FunctionalInterface
public interface Receiver {
  /**
   * Called by one thread of the session at a time; it may take its time, and the session's window
   * bounds what waits meanwhile. Those of {@link Topic#CHANNELS} and {@link Topic#COPIES} must not
   * wait for a session. When it returns, the content is delivered intact; what it throws ends the
   * session, which tells its owner.
   *
   * @param content little-endian, from its position to its limit; valid during the call only
   */
  void accept(ByteBuffer content);
}
