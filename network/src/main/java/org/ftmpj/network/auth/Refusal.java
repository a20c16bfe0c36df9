package org.ftmpj.network.auth;

import org.ftmpj.common.error.ErrorCode;

/** Why a connection is not believed. The order never changes: positions go over the wire. */
public enum Refusal {
  /** What came is not of this protocol: a scanner, or another program. */
  FOREIGN(ErrorCode.FOREIGN_PEER, "does not speak FTMPJ's protocol between hosts"),
  /** The other process is of another version of FTMPJ. */
  VERSION(ErrorCode.HOST_VERSION, "speaks another version of the protocol between hosts"),
  /** The other process does not know the secret, or somebody has changed what it said. */
  WRONG_SECRET(ErrorCode.HOST_SECRET, "has not proven that it knows the job's secret"),
  /** The connection was meant for another host of the job. */
  OTHER_HOST(ErrorCode.FOREIGN_PEER, "is not the host that is meant"),
  /** This very process is at the other end. */
  ITSELF(ErrorCode.FOREIGN_PEER, "is this process itself"),
  /** The connection ended before the proof was complete, or the proof took too long. */
  INCOMPLETE(ErrorCode.FOREIGN_PEER, "has not completed its proof"),
  /** The two sides do not agree on TLS. */
  NO_TLS(ErrorCode.HOST_CERTIFICATE, "does not speak TLS with a certificate that is trusted");

  private static final Refusal[] ALL = values();

  private final ErrorCode code;
  private final String what;

  Refusal(ErrorCode code, String what) {
    this.code = code;
    this.what = what;
  }

  /** The code by which users know it. */
  public ErrorCode code() {
    return code;
  }

  /** What the other side is or does; completes the sentence that begins with its address. */
  public String what() {
    return what;
  }

  static Refusal of(int position) {
    return position >= 0 && position < ALL.length ? ALL[position] : FOREIGN;
  }
}
