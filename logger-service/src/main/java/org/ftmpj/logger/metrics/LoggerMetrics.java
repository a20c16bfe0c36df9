package org.ftmpj.logger.metrics;

import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.ftmpj.logger.server.Figures;

/** The metrics of an event logger, see docs/metrics.md. */
public final class LoggerMetrics {
  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final Supplier<Figures> figures;

  private LoggerMetrics(Supplier<Figures> figures) {
    this.figures = figures;
  }

  /**
   * @param figures asked at every scrape, by any thread
   */
  public static PrometheusRegistry of(Supplier<Figures> figures) {
    LoggerMetrics metrics = new LoggerMetrics(figures);
    metrics.register();
    return metrics.registry;
  }

  private void register() {
    counter(
        "ftmpj_logger_determinants",
        "Records of determinants appended to the store.",
        Figures::determinants);
    counter("ftmpj_logger_batches", "Batches appended to the store.", Figures::batches);
    counter("ftmpj_logger_bytes", "Bytes of the batches appended.", Figures::bytes);
    counter("ftmpj_logger_accepted", "Connections accepted.", Figures::accepted);
    counter("ftmpj_logger_admitted", "Connections of ranks admitted.", Figures::admitted);
    counter(
        "ftmpj_logger_fencings",
        "Times that a new incarnation of a rank fenced an older one.",
        Figures::fencings);
    counter("ftmpj_logger_jobs_forgotten", "Jobs whose records were removed.", Figures::forgotten);
    gauge("ftmpj_logger_connections", "Connections that are open.", Figures::connections);
    gauge("ftmpj_logger_ranks", "Connections that are open and of ranks.", Figures::ranks);
    gauge("ftmpj_logger_jobs", "Jobs that it keeps records of.", Figures::jobs);
    gauge("ftmpj_logger_free_bytes", "Disk space left where the store is.", Figures::freeBytes);
    CounterWithCallback.builder()
        .name("ftmpj_logger_refused")
        .help("Connections refused.")
        .labelNames("reason")
        .callback(
            sample ->
                figures.get().refused().forEach((reason, count) -> sample.call(count, reason)))
        .register(registry);
  }

  private void counter(String name, String help, ToLongFunction<Figures> value) {
    CounterWithCallback.builder()
        .name(name)
        .help(help)
        .callback(sample -> sample.call(value.applyAsLong(figures.get())))
        .register(registry);
  }

  private void gauge(String name, String help, ToLongFunction<Figures> value) {
    GaugeWithCallback.builder()
        .name(name)
        .help(help)
        .callback(sample -> sample.call(value.applyAsLong(figures.get())))
        .register(registry);
  }
}
