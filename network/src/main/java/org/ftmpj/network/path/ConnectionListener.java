package org.ftmpj.network.path;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.ftmpj.network.frame.Frame;

/**
 * Told what happens with a connection, by the connection's thread if not said otherwise, which also
 * reads: it must not be kept waiting here.
 */
public interface ConnectionListener {
  /**
   * The first call, by the thread that has made the connection.
   *
   * @param theirs what the other side holds, and how it guards payloads
   */
  void begun(PathConnection connection, Opening theirs);

  /**
   * A frame has come; its header is what was sent.
   *
   * @param payload not looked at; valid during the call only
   */
  void received(PathConnection connection, Frame frame, ByteBuffer payload);

  /** A frame has come of which nothing can be believed. */
  void corrupt(PathConnection connection);

  /** There is room to send. */
  void writable(PathConnection connection);

  /**
   * The last call.
   *
   * @param why null if this end has closed it
   */
  void ended(PathConnection connection, IOException why);
}
