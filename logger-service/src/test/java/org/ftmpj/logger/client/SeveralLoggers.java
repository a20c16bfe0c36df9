package org.ftmpj.logger.client;

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
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.logger.server.EventLoggerServer;
import org.ftmpj.logger.wire.Incarnation;

/** Three event loggers in this process, each of which can be away, and their clients. */
final class SeveralLoggers implements AutoCloseable {
  static final String JOB = "job";

  private final Path directory;
  private final Secret secret;
  private final EventLoggerServer[] servers = new EventLoggerServer[3];
  private final int[] ports = new int[3];
  private final List<QuorumEventLog> logs = new ArrayList<>();

  /** What was told, which logger first. */
  final List<String> told = new CopyOnWriteArrayList<>();

  private final LoggerNotices notices =
      new LoggerNotices() {
        @Override
        public boolean away(int which, String text) {
          told.add(which + ": " + text);
          return true;
        }

        @Override
        public void back(int which, String text) {
          told.add(which + ": " + text);
        }
      };

  SeveralLoggers(Path directory) throws IOException {
    this.directory = directory;
    secret = Secret.read(Files.writeString(directory.resolve("secret"), "the secret of this test"));
    for (int i = 0; i < servers.length; i++) {
      start(i);
    }
  }

  void start(int i) {
    start(i, secret);
  }

  /** One that does not know the secret of the job. */
  void startStranger(int i) throws IOException {
    start(
        i, Secret.read(Files.writeString(directory.resolve("other"), "the secret of another job")));
  }

  private void start(int i, Secret itsSecret) {
    servers[i] =
        EventLoggerServer.start(
            new EventLoggerServer.Settings(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), ports[i]),
                store(i),
                itsSecret,
                Optional.empty()));
    ports[i] = servers[i].address().getPort();
  }

  private Path store(int i) {
    return directory.resolve("store" + i);
  }

  void stop(int i) {
    servers[i].close();
  }

  void loseDisk(int i) throws IOException {
    try (Stream<Path> all = Files.walk(store(i))) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  List<String> enrol(Duration patience) throws InterruptedException {
    return NewJob.enrol(new JobLoggers(addresses(), secret), JOB, known -> {}, patience);
  }

  /** As if the last address were another one of the first logger. */
  void enrolTheFirstTwice() throws InterruptedException {
    List<HostPort> twice = addresses();
    twice.set(2, new HostPort("localhost", ports[0]));
    NewJob.enrol(new JobLoggers(twice, secret), JOB, known -> {}, Duration.ZERO);
  }

  private List<HostPort> addresses() {
    List<HostPort> all = new ArrayList<>();
    for (int port : ports) {
      all.add(new HostPort("127.0.0.1", port));
    }
    return all;
  }

  QuorumEventLog log(int incarnation) {
    QuorumEventLog log =
        new QuorumEventLog(
            new QuorumEventLog.Settings(
                addresses(),
                secret,
                new Incarnation(JOB, 0, incarnation),
                notices,
                20_000,
                10_000));
    logs.add(log);
    return log;
  }

  @Override
  public void close() {
    logs.forEach(QuorumEventLog::close);
    for (EventLoggerServer server : servers) {
      server.close();
    }
  }
}
