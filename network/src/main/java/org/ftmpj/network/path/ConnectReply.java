package org.ftmpj.network.path;

/**
 * The answer of a process to one that connects. The order never changes: ordinals go over the wire.
 */
public enum ConnectReply {
  /** The connection is now one of the session. */
  WELCOME,
  /** The process does not expect that host yet. */
  NOT_YET,
  /**
   * The process has had a session with another process of that host, or with this one, which has
   * ended.
   */
  FENCED;

  private static final ConnectReply[] ALL = values();

  static ConnectReply of(int position) {
    return position >= 0 && position < ALL.length ? ALL[position] : null;
  }
}
