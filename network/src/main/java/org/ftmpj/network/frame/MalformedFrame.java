package org.ftmpj.network.frame;

import java.io.IOException;

/** Bytes on a connection that are no frame, so that the connection is of no use any more. */
public final class MalformedFrame extends IOException {
  private static final long serialVersionUID = 1L;

  public MalformedFrame(String what) {
    super(what);
  }
}
