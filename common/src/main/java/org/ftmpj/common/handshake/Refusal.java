package org.ftmpj.common.handshake;

import org.ftmpj.common.error.ErrorCode;

/** Why a connection is not believed. The order never changes: positions go over the wire. */
public enum Refusal {
  /** What came is not of this protocol, as of a scanner or another program, or was damaged. */
  FOREIGN("does not speak FTMPJ's protocol"),
  /** The other process is of another version of FTMPJ. */
  VERSION("speaks another version of FTMPJ's protocol"),
  /** The other process does not know the secret, or somebody has changed what it said. */
  WRONG_SECRET("has not proven that it knows the job's secret"),
  /** The connection was meant for another host of the job. */
  OTHER_HOST("is not the host that is meant"),
  /** This very process is at the other end. */
  ITSELF("is this process itself"),
  /** The connection ended before the handshake was complete, or the handshake took too long. */
  INCOMPLETE("has not completed its proof");

  private static final Refusal[] ALL = values();

  private final String what;

  Refusal(String what) {
    this.what = what;
  }

  /** The code by which users know it. */
  public ErrorCode code(Protocol protocol) {
    return switch (this) {
      case VERSION -> protocol.otherVersion;
      case WRONG_SECRET -> protocol.otherSecret;
      default -> ErrorCode.FOREIGN_PEER;
    };
  }

  /** What the other side is or does; completes the sentence that begins with its address. */
  public String what() {
    return what;
  }

  static Refusal of(int position) {
    return position >= 0 && position < ALL.length ? ALL[position] : FOREIGN;
  }
}
