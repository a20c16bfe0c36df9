package org.ftmpj.network.wire;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/**
 * Bytes to and from the other end of a connection, through a channel that does not block. One
 * thread may read while another writes.
 */
public interface Wire {
  /** What to select, and to close. */
  SocketChannel channel();

  /**
   * Goes on with what both ends have to agree on before the first byte; to be called again when the
   * channel is ready for what is returned.
   *
   * @return operations of a {@link SelectionKey} to wait for; 0 if nothing is left to agree on
   * @throws IOException if they do not agree
   */
  int begin() throws IOException;

  /**
   * Reads what has come, as far as there is space.
   *
   * @return how many bytes; -1 at the end of the connection
   */
  int read(ByteBuffer to) throws IOException;

  /**
   * Whether {@link #read} would return bytes although the channel is not ready to be read. So it is
   * called until this is false, and only then is the channel selected.
   */
  boolean hasMore();

  /**
   * Whether something is to be written for the sake of what was read: {@link #write} has to be
   * called, with an empty buffer at least.
   */
  boolean mustWrite();

  /**
   * Writes as many bytes as the channel takes.
   *
   * @return whether nothing is left to be written, of these bytes or of those before; if something
   *     is, this is to be called again, perhaps with an empty buffer, when the channel is writable
   */
  boolean write(ByteBuffer from) throws IOException;
}
