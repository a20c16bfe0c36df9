package org.ftmpj.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * So small a part of a processor for each of several event loggers that they are what there is too
 * little of. They have it between {@link #impose} and {@link #lift}, so that they are compiled, and
 * know their clients, before.
 */
final class LoggerLimits implements AutoCloseable {
  /** The part of a processor that a logger gets. */
  private static final double PART = 0.05;

  /** What that is in words. */
  static final String TITLE = ", each logger with 5 % of a processor";

  /** Short: a logger that has had its part stands still until the next period. */
  private static final long PERIOD_US = 20_000;

  private final List<LoggerProcess> loggers;
  private final List<CpuQuota> quotas = new ArrayList<>();

  private LoggerLimits(List<LoggerProcess> loggers) {
    this.loggers = loggers;
  }

  /** None: as much as each can get. */
  static LoggerLimits none() {
    return new LoggerLimits(List.of());
  }

  /** Empty if this process may not make control groups. */
  static Optional<LoggerLimits> of(List<LoggerProcess> loggers) throws IOException {
    LoggerLimits limits = new LoggerLimits(loggers);
    for (int i = 0; i < loggers.size(); i++) {
      Optional<CpuQuota> quota = CpuQuota.of(PART, PERIOD_US);
      if (quota.isEmpty()) {
        limits.close();
        return Optional.empty();
      }
      limits.quotas.add(quota.get());
    }
    return Optional.of(limits);
  }

  void impose() throws IOException {
    for (int i = 0; i < quotas.size(); i++) {
      quotas.get(i).add(loggers.get(i).pid());
    }
  }

  void lift() throws IOException {
    for (CpuQuota quota : quotas) {
      quota.lift();
    }
  }

  @Override
  public void close() throws IOException {
    lift();
    for (CpuQuota quota : quotas) {
      quota.close();
    }
  }
}
