package org.ftmpj.hostd.job;

import java.time.Duration;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/** The messages for the user of a host whose ranks were stopped because the launcher is lost. */
final class LauncherLoss {
  private static final String GIVEN_UP = "the launcher has given this host up";

  private LauncherLoss() {}

  /** The message if the loss of the launcher ends the job. */
  static FtmpjException of(FtmpjException why) {
    return why.code() == ErrorCode.SESSION_CLOSED
        ? of(ErrorCode.HOST_GIVEN_UP, GIVEN_UP, why)
        : of(why.code(), "the launcher is lost", why);
  }

  /** The message if the launcher has given this host up. */
  static FtmpjException givenUp() {
    return new FtmpjException(
        ErrorCode.HOST_GIVEN_UP, GIVEN_UP + "; the ranks here have been stopped");
  }

  /** The message that the job continues without this host, or has ended. */
  static boolean isGivenUp(FtmpjException why) {
    return why.code() == ErrorCode.HOST_GIVEN_UP;
  }

  /** The message if the job continues without the launcher. */
  static FtmpjException of(FtmpjException why, LostCoordinator.Reason reason) {
    return switch (reason) {
      case NEVER_BEGUN -> of(why);
      case GIVEN_UP ->
          of(
              ErrorCode.HOST_GIVEN_UP,
              "this host has been given up, the job goes on without it",
              why);
      case ENDED ->
          of(ErrorCode.HOST_GIVEN_UP, "the job has ended while this host was cut off", why);
    };
  }

  /** The message if no process has replaced the launcher. */
  static FtmpjException forTooLong(Duration longest, FtmpjException why) {
    return of(
        ErrorCode.COORDINATOR_LOST,
        "the launcher is lost, and nothing has taken its place for %d s"
            .formatted(longest.toSeconds()),
        why);
  }

  private static FtmpjException of(ErrorCode code, String what, FtmpjException why) {
    return new FtmpjException(
        code, "%s; the ranks here have been stopped (%s)".formatted(what, why.what()), why);
  }
}
