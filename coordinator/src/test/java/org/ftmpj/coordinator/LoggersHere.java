package org.ftmpj.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.common.config.Loggers;
import org.ftmpj.common.job.JobIdentity;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.logger.agreement.Question;
import org.ftmpj.logger.agreement.Reply;
import org.ftmpj.logger.client.AgreementLink;
import org.ftmpj.logger.client.EndedJob;
import org.ftmpj.logger.client.JobLoggers;
import org.ftmpj.logger.client.LoggersAgreement;
import org.ftmpj.logger.client.NewJob;
import org.ftmpj.logger.server.EventLoggerServer;

/** Several event loggers in this process, of one job. */
final class LoggersHere implements AutoCloseable {
  static final String JOB = "job-0123456789abcdef";
  static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final String SECRET = "the secret of the test";

  private final Path directory;
  private final Secret secret = Secret.of(SECRET, "this test");
  private final List<EventLoggerServer> servers = new ArrayList<>();
  private final List<HostPort> addresses = new ArrayList<>();
  private final List<LoggersAgreement> agreements = new ArrayList<>();

  LoggersHere(Path directory, int number) throws IOException {
    this.directory = directory;
    for (int i = 0; i < number; i++) {
      servers.add(EventLoggerServer.start(settings(i, 0)));
      addresses.add(new HostPort("127.0.0.1", servers.get(i).address().getPort()));
    }
  }

  private EventLoggerServer.Settings settings(int logger, int port) {
    return new EventLoggerServer.Settings(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
        store(logger),
        secret,
        Optional.empty());
  }

  Path store(int logger) {
    return directory.resolve("store" + logger);
  }

  Path directoryOfAgreement(int logger) {
    return store(logger).resolve("job-" + JOB + "/agreement");
  }

  LoggersHere enrolled() throws InterruptedException {
    NewJob.enrol(all(), JOB, known -> {});
    return this;
  }

  JobLoggers all() {
    return new JobLoggers(Loggers.of(addresses), secret);
  }

  HostPort address(int logger) {
    return addresses.get(logger);
  }

  /** What a new process of the job has. */
  LoggersAgreement agreement() {
    return agreement(secret, PATIENCE);
  }

  LoggersAgreement agreement(Secret by, Duration patience) {
    LoggersAgreement made =
        new LoggersAgreement(new JobLoggers(Loggers.of(addresses), by), JOB, patience);
    agreements.add(made);
    return made;
  }

  /** Asks one of them. */
  Reply ask(int logger, Question question) throws IOException {
    try (AgreementLink link = AgreementLink.open(addresses.get(logger), secret, JOB, 5000)) {
      return link.ask(question);
    }
  }

  /** Says to all that the job has ended. */
  void forget() throws IOException, InterruptedException {
    JobLayout layout = new JobLayout(Files.createDirectories(directory.resolve("job")));
    new JobIdentity(JOB).write(layout);
    Files.writeString(layout.secret(), SECRET);
    Files.createDirectories(layout.givenLogger().getParent());
    Files.writeString(
        layout.givenLogger(),
        String.join(",", addresses.stream().map(HostPort::toString).toList()));
    assertThat(EndedJob.forget(layout)).isEmpty();
  }

  void stop(int logger) {
    servers.get(logger).close();
  }

  void start(int logger) {
    servers.set(logger, EventLoggerServer.start(settings(logger, addresses.get(logger).port())));
  }

  void deleteStore(int logger) throws IOException {
    try (Stream<Path> all = Files.walk(store(logger))) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }

  @Override
  public void close() {
    agreements.forEach(LoggersAgreement::close);
    servers.forEach(EventLoggerServer::close);
  }
}
