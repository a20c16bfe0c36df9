package org.ftmpj.common.handshake;

import org.ftmpj.common.error.ErrorCode;

/** The protocol after a handshake. The order never changes: ordinals go over the wire. */
public enum Protocol {
  /** Sessions between the processes that stand for the hosts of a job. */
  HOSTS(3, 12, 28, ErrorCode.HOST_VERSION, ErrorCode.HOST_SECRET),
  /** Event loggers and their clients. */
  LOGGERS(6, 0, 0, ErrorCode.LOG_VERSION, ErrorCode.WRONG_SECRET),
  /** Ranks of different hosts. */
  RANKS(2, 0, 16, ErrorCode.HOST_VERSION, ErrorCode.HOST_SECRET);

  /** The version, which changes with every change of the protocol, the handshake included. */
  final short version;

  final int introductionLength;
  final int purposeLength;
  final ErrorCode otherVersion;
  final ErrorCode otherSecret;

  Protocol(
      int version,
      int introductionLength,
      int purposeLength,
      ErrorCode otherVersion,
      ErrorCode otherSecret) {
    this.version = (short) version;
    this.introductionLength = introductionLength;
    this.purposeLength = purposeLength;
    this.otherVersion = otherVersion;
    this.otherSecret = otherSecret;
  }

  /** The length of CHALLENGE, in bytes. */
  public int challengeLength() {
    return HandshakeMessage.CHALLENGE.length(this);
  }

  /** Bytes of the second message, which the connector sends. */
  public int helloLength() {
    return HandshakeMessage.HELLO.length(this);
  }

  /** Bytes of the third message, which the acceptor sends. */
  public int answerLength() {
    return HandshakeMessage.WELCOME.length(this);
  }
}
