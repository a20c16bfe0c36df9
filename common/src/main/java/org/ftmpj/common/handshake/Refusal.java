package org.ftmpj.common.handshake;

import org.ftmpj.common.error.ErrorCode;

/**
 * The reason for which a connection is not believed. The order never changes: ordinals go over the
 * wire.
 */
public enum Refusal {
  /** The bytes are not of this protocol, as from a scanner or another program, or were damaged. */
  FOREIGN("does not speak FTMPJ's protocol"),
  /** The other process has another version of FTMPJ. */
  VERSION("speaks another version of FTMPJ's protocol"),
  /** The other process does not know the secret, or somebody has changed its bytes. */
  WRONG_SECRET("has not proven that it knows the job's secret"),
  /** The connection was meant for another host of the job. */
  OTHER_HOST("is not the host that is meant"),
  /** This very process is at the other end. */
  ITSELF("is this process itself"),
  /** The connection ended before the handshake was complete, or the handshake took too long. */
  INCOMPLETE("has not completed its proof"),
  /** The two sides disagree on what protects frames. */
  OTHER_SEAL("has another network.seal");

  private static final Refusal[] ALL = values();

  private final String what;

  Refusal(String what) {
    this.what = what;
  }

  /** The error code for users. */
  public ErrorCode code(Protocol protocol) {
    return switch (this) {
      case VERSION -> protocol.otherVersion;
      case WRONG_SECRET -> protocol.otherSecret;
      default -> ErrorCode.FOREIGN_PEER;
    };
  }

  /** The finding about the other side; completes the sentence that begins with its address. */
  public String what() {
    return what;
  }

  static Refusal of(int position) {
    return position >= 0 && position < ALL.length ? ALL[position] : FOREIGN;
  }
}
