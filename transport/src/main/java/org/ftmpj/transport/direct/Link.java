package org.ftmpj.transport.direct;

import java.io.IOException;

/** One side of a connection between two ranks. One thread at a time. */
interface Link {
  /** Reads what has arrived. */
  void read() throws IOException;

  /** Sends what there is, as far as the socket takes it. */
  void flush() throws IOException;

  /** Closes the connection if there is one. */
  void disconnect() throws IOException;
}
