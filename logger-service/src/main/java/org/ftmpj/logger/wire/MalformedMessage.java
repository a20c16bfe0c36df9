package org.ftmpj.logger.wire;

import java.io.IOException;

/** An invalid frame of this protocol, after which the connection is of no use any more. */
public final class MalformedMessage extends IOException {
  private static final long serialVersionUID = 1L;

  MalformedMessage(String what) {
    super(what);
  }
}
