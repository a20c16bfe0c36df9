package org.ftmpj.network.frame;

/** What a frame is for. The order never changes: positions go over the wire. */
public enum FrameType {
  /** Carries a content. */
  DATA,
  /** Asks for an {@link #ACK}; its number is the highest that was sent. */
  PING,
  /** Carries acknowledgements only; its payload is what is {@link Missing}. */
  ACK,
  /** The session ends; its number is the highest that was sent. */
  CLOSE;

  private static final FrameType[] ALL = values();

  static FrameType of(int position) {
    return position >= 0 && position < ALL.length ? ALL[position] : null;
  }
}
