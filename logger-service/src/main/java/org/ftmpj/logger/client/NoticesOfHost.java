package org.ftmpj.logger.client;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.job.OnlyUser;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Merges the notices of a host's ranks about absent event loggers: only the first rank that notices
 * an absence, or its end, reports it. A file in the job's directory has the last report, as the
 * reporting rank may have died.
 */
public final class NoticesOfHost implements LoggerNotices {
  private static final Logger LOG = LoggerFactory.getLogger(QuorumEventLog.class);

  private final JobLayout layout;

  public NoticesOfHost(JobLayout layout) {
    this.layout = layout;
  }

  @Override
  public void away(int which, String text) {
    if (isNews(layout.loggerNotice(which), true)) {
      LOG.warn(text);
    }
  }

  @Override
  public void back(int which, String text) {
    if (isNews(layout.loggerNotice(which), false)) {
      LOG.warn(text);
    }
  }

  /** Returns whether the user has not been notified yet, and records in the file that they are. */
  private static synchronized boolean isNews(Path file, boolean isAway) {
    if (!isAway && Files.notExists(file)) {
      return false;
    }
    try (FileChannel told =
            OnlyUser.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = told.tryLock()) {
      if (lock == null || told.size() > 0 == isAway) {
        // Another rank is reporting, or has reported.
        return false;
      }
      if (isAway) {
        told.write(ByteBuffer.allocate(1));
      } else {
        told.truncate(0);
      }
      return true;
    } catch (IOException e) {
      // A notice twice is better than none, but without any there was no outage to report.
      LOG.debug("Cannot use {}", file, e);
      return isAway;
    }
  }
}
