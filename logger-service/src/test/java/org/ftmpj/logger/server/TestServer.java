package org.ftmpj.logger.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.logger.client.QuorumEventLog;
import org.ftmpj.logger.testing.OnlyLogger;
import org.ftmpj.logger.testing.Records;
import org.ftmpj.logger.wire.Incarnation;
import org.ftmpj.transport.journal.Retention;

/** An event logger in this process, which can be away for a while, and its clients. */
final class TestServer implements AutoCloseable {
  /** The first record that ranks need. */
  volatile long needed;

  private final Path directory;
  private final List<QuorumEventLog> logs = new CopyOnWriteArrayList<>();
  private Path store;
  private Secret secret;
  private int port;
  private volatile EventLoggerServer server;

  /** One that is not started yet. */
  TestServer(Path directory) throws IOException {
    this.directory = directory;
    store = directory.resolve("store");
    changeSecret("the secret of this test");
  }

  /** Starts at a free port, or at the one of before. */
  void start() {
    start(port);
  }

  void start(int at) {
    server = EventLoggerServer.start(settings(at));
    port = server.address().getPort();
  }

  void stop() {
    server.close();
  }

  void restart() {
    stop();
    start();
  }

  InetSocketAddress address() {
    return server.address();
  }

  Secret secret() {
    return secret;
  }

  /** Another secret. */
  Secret secret(String text) throws IOException {
    return Secret.read(Files.writeString(directory.resolve("secret"), text));
  }

  /** From the next start on. */
  void changeSecret(String text) throws IOException {
    secret = secret(text);
  }

  /** From the next start on, nothing is stored that was. */
  void loseStore() {
    store = directory.resolve("elsewhere/store");
  }

  /** Where it keeps what, from its next start on. */
  Path store() {
    return store;
  }

  /** What the next one is started with. */
  EventLoggerServer.Settings settings(int at) {
    return new EventLoggerServer.Settings(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), at),
        store,
        secret,
        Optional.empty());
  }

  /** A client that has read the history. */
  QuorumEventLog opened(int rank, int incarnation) {
    QuorumEventLog log = log(rank, incarnation);
    Records.of(log);
    return log;
  }

  QuorumEventLog log(int rank, int incarnation) {
    return log("job", rank, incarnation);
  }

  QuorumEventLog log(String job, int rank, int incarnation) {
    QuorumEventLog log =
        new OnlyLogger(address().getPort(), secret)
            .log(new Incarnation(job, rank, incarnation), () -> needed);
    logs.add(log);
    return log;
  }

  /** Of a client with that secret. */
  QuorumEventLog logWith(Secret other) {
    return new OnlyLogger(address().getPort(), other)
        .unknown(new Incarnation("job", 0, 1), Retention.ALL, 60_000, 10_000);
  }

  static Consumer<Throwable> hasCode(ErrorCode code) {
    return e -> assertThat(((FtmpjException) e).code()).isEqualTo(code);
  }

  @Override
  public void close() {
    logs.forEach(QuorumEventLog::close);
    server.close();
  }
}
