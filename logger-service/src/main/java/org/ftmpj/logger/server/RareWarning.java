package org.ftmpj.logger.server;

import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A warning that others can cause as often as they like: logged at most once in ten seconds, with
 * the number of omitted ones. Used by one thread.
 */
public final class RareWarning {
  static final long PAUSE_NS = TimeUnit.SECONDS.toNanos(10);

  private final Logger log;
  private boolean said;
  private long saidNs;
  private long leftOut;

  RareWarning(Logger log) {
    this.log = log;
  }

  /** The warning of strangers at the port at which event loggers agree. */
  public static RareWarning ofAgreement() {
    return new RareWarning(LoggerFactory.getLogger("org.ftmpj.logger.agreement"));
  }

  /** Logs the warning, or counts it. */
  public synchronized void warn(String text, long nowNs) {
    if (said && nowNs - saidNs < PAUSE_NS) {
      leftOut++;
      return;
    }
    said = true;
    saidNs = nowNs;
    if (leftOut > 0) {
      log.warn("{} (and {} more of unknown clients since the last warning)", text, leftOut);
    } else {
      log.warn("{}", text);
    }
    leftOut = 0;
  }
}
