package org.ftmpj.logger.metrics;

import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.ftmpj.logger.server.ServerSnapshot;

/** The metrics of an event logger, see docs/metrics.md. */
public final class LoggerMetrics {
  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final Supplier<ServerSnapshot> server;

  private LoggerMetrics(Supplier<ServerSnapshot> server) {
    this.server = server;
  }

  /**
   * @param server called at every scrape, by any thread
   */
  public static PrometheusRegistry of(Supplier<ServerSnapshot> server) {
    LoggerMetrics metrics = new LoggerMetrics(server);
    metrics.register();
    return metrics.registry;
  }

  private void register() {
    counter(
        "ftmpj_logger_determinants",
        "Records of determinants appended to the store.",
        ServerSnapshot::determinants);
    counter("ftmpj_logger_batches", "Batches appended to the store.", ServerSnapshot::batches);
    counter("ftmpj_logger_bytes", "Bytes of the batches appended.", ServerSnapshot::bytes);
    counter("ftmpj_logger_accepted", "Connections accepted.", ServerSnapshot::accepted);
    counter("ftmpj_logger_admitted", "Connections of ranks admitted.", ServerSnapshot::admitted);
    counter(
        "ftmpj_logger_fencings",
        "Times that a new incarnation of a rank fenced an older one.",
        ServerSnapshot::fencings);
    counter(
        "ftmpj_logger_jobs_forgotten",
        "Jobs whose records were removed.",
        ServerSnapshot::forgotten);
    gauge("ftmpj_logger_connections", "Connections that are open.", ServerSnapshot::connections);
    gauge("ftmpj_logger_ranks", "Connections that are open and of ranks.", ServerSnapshot::ranks);
    gauge("ftmpj_logger_jobs", "Jobs that it keeps records of.", ServerSnapshot::jobs);
    gauge(
        "ftmpj_logger_free_bytes",
        "Disk space left where the store is.",
        ServerSnapshot::freeBytes);
    CounterWithCallback.builder()
        .name("ftmpj_logger_refused")
        .help("Connections refused.")
        .labelNames("reason")
        .callback(
            sample -> server.get().refused().forEach((reason, count) -> sample.call(count, reason)))
        .register(registry);
  }

  private void counter(String name, String help, ToLongFunction<ServerSnapshot> value) {
    CounterWithCallback.builder()
        .name(name)
        .help(help)
        .callback(sample -> sample.call(value.applyAsLong(server.get())))
        .register(registry);
  }

  private void gauge(String name, String help, ToLongFunction<ServerSnapshot> value) {
    GaugeWithCallback.builder()
        .name(name)
        .help(help)
        .callback(sample -> sample.call(value.applyAsLong(server.get())))
        .register(registry);
  }
}
