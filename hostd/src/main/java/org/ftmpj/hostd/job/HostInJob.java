package org.ftmpj.hostd.job;

import java.util.function.BooleanSupplier;
import org.ftmpj.common.config.Loggers;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.logger.agreement.Agreement;

/** A host of a job that continues without its launcher. */
record HostInJob(
    JobOrder order,
    JobLayout layout,
    HostServices services,
    Loggers loggers,
    Agreement agreement,
    ForwardedConsole console)
    implements RejoiningHost {

  @Override
  public String directory() {
    return layout.directory().toString();
  }

  @Override
  public BooleanSupplier startSuccessor(long term) {
    try {
      return services.succession().start(order, term, loggers);
    } catch (FtmpjException e) {
      // The last coordinator shows it.
      console.notice("host " + order.nameOf(order.host()) + " cannot take over: " + e.getMessage());
      return () -> true;
    }
  }

  @Override
  public boolean tellOutput(BooleanSupplier change, Runnable last) {
    return console.again(change, last);
  }
}
