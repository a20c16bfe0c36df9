package org.ftmpj.logger.client;

import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.handshake.NotProven;
import org.ftmpj.common.handshake.Protocol;
import org.ftmpj.logger.wire.Refused;

/** A refusal of this client by the event logger, now or for ever. */
final class RefusedByLogger extends Exception {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;
  private final String reason;

  private RefusedByLogger(ErrorCode code, String reason, Throwable cause) {
    super(code + ": " + reason, cause);
    this.code = code;
    this.reason = reason;
  }

  RefusedByLogger(Refused refused) {
    this(codeOf(refused.code()), refused.reason(), null);
  }

  /**
   * Creates the refusal that follows from a failed handshake.
   *
   * @throws NotProven if the other side is no event logger, or the network has changed its bytes:
   *     another connection may do better
   */
  static RefusedByLogger of(NotProven e) throws NotProven {
    return switch (e.why()) {
      case WRONG_SECRET, VERSION ->
          new RefusedByLogger(e.why().code(Protocol.LOGGERS), e.getMessage(), e);
      default -> throw e;
    };
  }

  /** The error of the refused client. */
  ErrorCode code() {
    return code;
  }

  /** Whether the logger has lost its records. */
  boolean isLoss() {
    return code == ErrorCode.LOG_CORRUPT;
  }

  /** The reason, in words. */
  String reason() {
    return reason;
  }

  /** The exception for the user. */
  FtmpjException stop(String logger, Object who) {
    return new FtmpjException(
        code, "The event logger at " + logger + " refuses " + who + ": " + reason, this);
  }

  private static ErrorCode codeOf(Refused.Code code) {
    return switch (code) {
      case FENCED -> ErrorCode.FENCED;
      case LOST_RECORDS -> ErrorCode.LOG_CORRUPT;
      case MALFORMED -> ErrorCode.INTERNAL;
      case NOT_FORGOTTEN -> ErrorCode.LOG_NOT_WRITABLE;
      case NOT_ENROLLED -> ErrorCode.LOGGER_NOT_ENROLLED;
    };
  }
}
