package org.ftmpj.common.handshake;

import java.io.IOException;

/**
 * The failure of the other side of a connection to prove its identity; nothing that it sent is
 * believed.
 */
public final class NotProven extends IOException {
  private static final long serialVersionUID = 1L;

  private final Refusal why;

  /**
   * A failure.
   *
   * @param what the failure, in words
   */
  public NotProven(Refusal why, String what) {
    super(what);
    this.why = why;
  }

  /** The reason of the failure. */
  public Refusal why() {
    return why;
  }
}
