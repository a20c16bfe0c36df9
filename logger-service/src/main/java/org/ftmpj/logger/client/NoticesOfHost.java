package org.ftmpj.logger.client;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.ftmpj.common.job.JobLayout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the ranks of a host tell of event loggers that are away: of all that notice it one does, as
 * long as it lives. That one holds the lock of a file in the job's directory.
 */
public final class NoticesOfHost implements LoggerNotices {
  private static final Logger LOG = LoggerFactory.getLogger(QuorumEventLog.class);

  private final JobLayout layout;
  private final Map<Integer, FileChannel> locked = new HashMap<>();

  /** What another one has told; it may just have ended when that one has said so. */
  private final Set<Integer> toldByOthers = new HashSet<>();

  public NoticesOfHost(JobLayout layout) {
    this.layout = layout;
  }

  @Override
  public synchronized boolean away(int which, String text) {
    Path file = layout.loggerNotice(which);
    try {
      FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (channel.tryLock() == null) {
        channel.close();
        toldByOthers.add(which);
        return false;
      }
      if (toldByOthers.remove(which)) {
        channel.close();
        return false;
      }
      locked.put(which, channel);
    } catch (IOException e) {
      // Rather told twice than not at all.
      LOG.debug("Cannot lock {}", file, e);
    }
    LOG.warn(text);
    return true;
  }

  @Override
  public synchronized void back(int which, String text) {
    LOG.warn(text);
    FileChannel channel = locked.remove(which);
    try {
      if (channel != null) {
        channel.close();
      }
    } catch (IOException e) {
      LOG.debug("Cannot unlock {}", layout.loggerNotice(which), e);
    }
  }
}
