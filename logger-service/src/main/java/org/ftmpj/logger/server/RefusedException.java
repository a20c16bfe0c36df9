package org.ftmpj.logger.server;

import org.ftmpj.logger.wire.Refused;

/** The refusal of a client's request; the client gets the reason, and its connection ends. */
final class RefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient Refused refused;

  RefusedException(Refused.Code code, String reason) {
    super(code + ": " + reason, null, false, false);
    refused = new Refused(code, reason);
  }

  Refused refused() {
    return refused;
  }
}
