package org.ftmpj.logger.metrics;

import io.prometheus.metrics.exporter.httpserver.HTTPServer;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.net.InetAddress;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;

/** Serves metrics at {@code /metrics} until it is closed. Its threads are daemons. */
public final class MetricsEndpoint implements AutoCloseable {
  private final HTTPServer server;
  private final InetAddress host;

  private MetricsEndpoint(HTTPServer server, InetAddress host) {
    this.server = server;
    this.host = host;
  }

  /**
   * Starts to serve.
   *
   * @throws FtmpjException {@code NO_METRICS}
   */
  public static MetricsEndpoint start(MetricsAddress address, PrometheusRegistry registry) {
    try {
      InetAddress host = InetAddress.getByName(address.host());
      HTTPServer server =
          HTTPServer.builder()
              .inetAddress(host)
              .port(address.port())
              .registry(registry)
              .buildAndStart();
      return new MetricsEndpoint(server, host);
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.NO_METRICS,
          "Cannot serve metrics at " + address.host() + ":" + address.port() + ": " + Reason.of(e),
          e);
    }
  }

  /** The address for a scraper. */
  public String url() {
    String text = host.getHostAddress();
    return "http://%s:%d/metrics"
        .formatted(text.contains(":") ? "[" + text + "]" : text, server.getPort());
  }

  @Override
  public void close() {
    server.close();
  }
}
