package org.ftmpj.logger.wire;

import java.io.IOException;

/** What came is no frame of this protocol; the connection is of no use any more. */
public final class MalformedFrame extends IOException {
  private static final long serialVersionUID = 1L;

  private final Refused.Code code;

  MalformedFrame(String what) {
    this(Refused.Code.MALFORMED, what);
  }

  MalformedFrame(Refused.Code code, String what) {
    super(what);
    this.code = code;
  }

  /** What to refuse the sender with. */
  public Refused.Code code() {
    return code;
  }
}
