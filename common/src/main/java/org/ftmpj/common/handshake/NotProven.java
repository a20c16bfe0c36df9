package org.ftmpj.common.handshake;

import java.io.IOException;

/** The other side of a connection has not proven who it is; nothing that it said is believed. */
public final class NotProven extends IOException {
  private static final long serialVersionUID = 1L;

  private final Refusal why;

  /**
   * @param what in words
   */
  public NotProven(Refusal why, String what) {
    super(what);
    this.why = why;
  }

  /** What is wrong with it. */
  public Refusal why() {
    return why;
  }
}
