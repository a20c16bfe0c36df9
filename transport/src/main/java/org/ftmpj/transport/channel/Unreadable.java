package org.ftmpj.transport.channel;

import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * Notices records of a channel log that are there but unreadable: a damaged log can look as if it
 * ended earlier, and its reader would wait for ever.
 */
final class Unreadable {
  /**
   * The longest time that a counted record may be missing, in nanoseconds. A record is in the log
   * before it is counted, so this is only a precaution.
   */
  private static final long LONGEST_NS = 5_000_000_000L;

  private static final int ATTEMPTS = 20;

  private final Object where;

  /** Whether the number of records removed before the first one read is still unknown. */
  private boolean beginsLater;

  /** The number of records removed before the first one read. */
  private long removed;

  private int attempts;
  private long sinceNs;

  /**
   * @param where the log, for the message of the error
   */
  Unreadable(Object where) {
    this.where = where;
  }

  /**
   * Marks the log as one that may begin later than at its first record: the records that are
   * missing when its end is first reached were before.
   */
  void beginLater() {
    beginsLater = true;
  }

  /**
   * Records that the log was read and had nothing more.
   *
   * @param appended records that its writer had certainly appended before
   * @param read records that were read from its start on
   * @throws FtmpjException {@code LOG_CORRUPT}
   */
  void foundNothing(long appended, long read, long nowNs) {
    if (beginsLater) {
      beginsLater = false;
      removed = Math.max(0, appended - read);
    }
    if (appended <= read + removed) {
      attempts = 0;
      return;
    }
    if (attempts++ == 0) {
      sinceNs = nowNs;
    }
    if (attempts > ATTEMPTS && nowNs - sinceNs > LONGEST_NS) {
      throw new FtmpjException(
          ErrorCode.LOG_CORRUPT,
          "Only " + read + " of " + appended + " records can be read in " + where);
    }
  }

  /** Records that the log was read and had more. */
  void foundMore() {
    attempts = 0;
  }
}
