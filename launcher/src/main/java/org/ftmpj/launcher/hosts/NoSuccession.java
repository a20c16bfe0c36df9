package org.ftmpj.launcher.hosts;

import org.ftmpj.common.config.Loggers;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.hostd.job.JobOrder;
import org.ftmpj.hostd.job.Succession;
import org.ftmpj.logger.agreement.Agreement;

/** Of a job that does not go on without its launcher. */
final class NoSuccession implements Succession {
  @Override
  public Agreement agreement(JobLayout layout, Loggers loggers) {
    throw new FtmpjException(ErrorCode.INTERNAL, "a job without its launcher");
  }

  @Override
  public void start(JobOrder order, long term, Loggers loggers) {
    throw new FtmpjException(ErrorCode.INTERNAL, "a job without its launcher");
  }
}
