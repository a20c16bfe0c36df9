package org.ftmpj.logger.client;

import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.logger.wire.Refused;

/** The event logger does not want this client, now or ever. */
final class RefusedByLogger extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient Refused refused;

  RefusedByLogger(Refused refused) {
    super(refused.code() + ": " + refused.reason());
    this.refused = refused;
  }

  /** Whether it has lost what it had. */
  boolean isLoss() {
    return refused.code() == Refused.Code.LOST_RECORDS;
  }

  /** Why, in words. */
  String reason() {
    return refused.reason();
  }

  /** What this means for the client that was refused. */
  FtmpjException stop(String logger, Object who) {
    ErrorCode code =
        switch (refused.code()) {
          case WRONG_SECRET -> ErrorCode.WRONG_SECRET;
          case FENCED -> ErrorCode.FENCED;
          case VERSION -> ErrorCode.LOG_VERSION;
          case LOST_RECORDS -> ErrorCode.LOG_CORRUPT;
          case MALFORMED -> ErrorCode.INTERNAL;
          case NOT_FORGOTTEN -> ErrorCode.LOG_NOT_WRITABLE;
          case NOT_ENROLLED -> ErrorCode.LOGGER_NOT_ENROLLED;
        };
    return new FtmpjException(
        code, "The event logger at " + logger + " refuses " + who + ": " + refused.reason(), this);
  }
}
