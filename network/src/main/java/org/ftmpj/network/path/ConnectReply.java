package org.ftmpj.network.path;

/**
 * What a process says to one that connects. The order never changes: positions go over the wire.
 */
public enum ConnectReply {
  /** The connection is one of the session. */
  WELCOME,
  /** It does not expect that host yet. */
  NOT_YET,
  /** It has had a session with another process of that host, or with this one, and it has ended. */
  FENCED;

  private static final ConnectReply[] ALL = values();

  static ConnectReply of(int position) {
    return position >= 0 && position < ALL.length ? ALL[position] : null;
  }
}
