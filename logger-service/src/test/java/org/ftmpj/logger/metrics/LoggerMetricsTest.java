package org.ftmpj.logger.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.logger.client.QuorumEventLog;
import org.ftmpj.logger.server.EventLoggerServer;
import org.ftmpj.logger.testing.OnlyLogger;
import org.ftmpj.logger.testing.Records;
import org.ftmpj.logger.testing.Scrape;
import org.ftmpj.logger.wire.Incarnation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(300)
class LoggerMetricsTest {
  private static final MetricsAddress ANY = MetricsAddress.parse("0");

  @TempDir Path directory;

  @Test
  void shouldTellWhatTheLoggerHasDone() throws Exception {
    Path file = Files.writeString(directory.resolve("secret"), "the secret of this test");
    Secret secret = Secret.read(file);
    EventLoggerServer.Settings settings =
        new EventLoggerServer.Settings(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            directory.resolve("store"),
            secret,
            Optional.empty());
    try (EventLoggerServer server = EventLoggerServer.start(settings);
        MetricsEndpoint endpoint = MetricsEndpoint.start(ANY, LoggerMetrics.of(server::snapshot))) {
      try (QuorumEventLog first = log(server, secret, "one", 1);
          QuorumEventLog other = log(server, secret, "two", 1)) {
        append(first, 5);
        append(other, 2);
        shouldTellOfTwoRanks(Scrape.of(endpoint.url()));
        try (QuorumEventLog second = log(server, secret, "one", 2)) {
          assertThat(Records.of(second).count()).isEqualTo(5);
          Scrape fenced = Scrape.of(endpoint.url());
          assertThat(fenced.value("ftmpj_logger_fencings_total")).isEqualTo(1);
          assertThat(fenced.value("ftmpj_logger_refused_total{reason=\"FENCED\"}")).isPositive();
          assertThat(fenced.value("ftmpj_logger_admitted_total")).isEqualTo(3);
        }
      }
      await()
          .untilAsserted(
              () -> {
                Scrape alone = Scrape.of(endpoint.url());
                assertThat(alone.value("ftmpj_logger_connections")).isZero();
                assertThat(alone.value("ftmpj_logger_ranks")).isZero();
              });
    }
  }

  private static void shouldTellOfTwoRanks(Scrape scrape) {
    assertThat(scrape.value("ftmpj_logger_determinants_total")).isEqualTo(7);
    assertThat(scrape.value("ftmpj_logger_batches_total")).isBetween(2.0, 7.0);
    assertThat(scrape.value("ftmpj_logger_bytes_total")).isGreaterThan(7 * Integer.BYTES);
    assertThat(scrape.value("ftmpj_logger_ranks")).isEqualTo(2);
    assertThat(scrape.value("ftmpj_logger_jobs")).isEqualTo(2);
    assertThat(scrape.value("ftmpj_logger_fencings_total")).isZero();
    assertThat(scrape.value("ftmpj_logger_free_bytes")).isPositive();
  }

  @Test
  void shouldRefuseAPortThatIsTaken() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      MetricsAddress address = new MetricsAddress("127.0.0.1", taken.getLocalPort());
      assertThatThrownBy(() -> MetricsEndpoint.start(address, LoggerMetrics.of(() -> null)))
          .isInstanceOfSatisfying(
              FtmpjException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NO_METRICS))
          .hasMessageContaining("127.0.0.1:" + taken.getLocalPort());
    }
  }

  @ParameterizedTest
  @CsvSource({"9400, 127.0.0.1, 9400", "0, 127.0.0.1, 0", "h:1, h, 1", "[::1]:2, ::1, 2"})
  void shouldTakeAPortOrAnAddress(String text, String host, int port) {
    assertThat(MetricsAddress.parse(text)).isEqualTo(new MetricsAddress(host, port));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "h:", ":1", "h:65536", "h:-1", "::1:2"})
  void shouldRefuseWhatIsNeither(String text) {
    assertThatThrownBy(() -> MetricsAddress.parse(text))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static QuorumEventLog log(
      EventLoggerServer server, Secret secret, String job, int incarnation) {
    return new OnlyLogger(server.address().getPort(), secret)
        .log(new Incarnation(job, 0, incarnation));
  }

  private static void append(QuorumEventLog log, int count) {
    assertThat(Records.of(log).count()).isZero();
    Records.append(log, 1, 1, count);
    log.awaitStable(count);
  }
}
