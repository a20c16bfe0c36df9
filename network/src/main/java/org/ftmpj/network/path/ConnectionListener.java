package org.ftmpj.network.path;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.ftmpj.network.frame.Frame;

/**
 * Listens to events of a connection. The connection's thread calls it, unless a method says
 * otherwise; that thread also reads, so it must not be made to wait.
 */
public interface ConnectionListener {
  /**
   * Called first, by the thread that has made the connection.
   *
   * @param theirs the window and the check sums of the other side
   */
  void begun(PathConnection connection, Opening theirs);

  /**
   * Called for each frame with an intact header.
   *
   * @param payload unchecked; valid during the call only
   */
  void received(PathConnection connection, Frame frame, ByteBuffer payload);

  /** Called for a frame that is corrupt altogether. */
  void corrupt(PathConnection connection);

  /** Called when there is room to send. */
  void writable(PathConnection connection);

  /**
   * Called last.
   *
   * @param why null if this end has closed it
   */
  void ended(PathConnection connection, IOException why);
}
