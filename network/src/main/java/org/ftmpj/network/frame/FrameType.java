package org.ftmpj.network.frame;

/** The purpose of a frame. The order never changes: ordinals go over the wire. */
public enum FrameType {
  /** Carries a content. */
  DATA,
  /** Asks for an {@link #ACK}; its number is the highest that was sent. */
  PING,
  /** Carries acknowledgements only; its payload is a {@link Missing}. */
  ACK,
  /** Ends the session; its number is the highest that was sent. */
  CLOSE;

  private static final FrameType[] ALL = values();

  static FrameType of(int position) {
    return position >= 0 && position < ALL.length ? ALL[position] : null;
  }
}
