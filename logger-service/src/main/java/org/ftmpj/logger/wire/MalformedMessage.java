package org.ftmpj.logger.wire;

import java.io.IOException;

/** What came is no frame of this protocol; the connection is of no use any more. */
public final class MalformedMessage extends IOException {
  private static final long serialVersionUID = 1L;

  MalformedMessage(String what) {
    super(what);
  }
}
