package org.ftmpj.logger.client;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.ftmpj.common.config.Ensemble;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.common.config.Loggers;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.logger.server.EventLoggerServer;
import org.ftmpj.logger.store.StorePlace;
import org.ftmpj.logger.wire.Incarnation;
import org.ftmpj.protocol.event.EventLog;

/**
 * Ensembles of three event loggers in this process, each of which can be away, and their clients.
 */
final class SeveralLoggers implements AutoCloseable {
  static final String JOB = "job";

  private final Path directory;
  private final Secret secret;
  private final EventLoggerServer[] servers;
  private final int[] ports;
  private final List<EventLog> logs = new ArrayList<>();

  /** The first record that rank 0 needs. */
  volatile long needed;

  /** What was told, which logger first. */
  final List<String> told = new CopyOnWriteArrayList<>();

  private final LoggerNotices notices =
      new LoggerNotices() {
        private final Set<Integer> away = ConcurrentHashMap.newKeySet();

        @Override
        public void away(int which, String text) {
          away.add(which);
          told.add(which + ": " + text);
        }

        @Override
        public void back(int which, String text) {
          if (away.remove(which)) {
            told.add(which + ": " + text);
          }
        }
      };

  /** One ensemble. */
  SeveralLoggers(Path directory) throws IOException {
    this(directory, 1);
  }

  SeveralLoggers(Path directory, int ensembles) throws IOException {
    this.directory = directory;
    servers = new EventLoggerServer[3 * ensembles];
    ports = new int[3 * ensembles];
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

  /** In the place of one that was stopped: takes connections, and answers nothing. */
  ServerSocket listenInPlaceOf(int i) throws IOException {
    ServerSocket silent = new ServerSocket();
    silent.setReuseAddress(true);
    silent.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), ports[i]));
    silent.setSoTimeout((int) Duration.ofMinutes(2).toMillis());
    return silent;
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

  /** While it is away: its disk can become again what it is now. */
  void keepDisk(int i) throws IOException {
    copy(store(i), kept(i));
  }

  void takeDiskBack(int i) throws IOException {
    loseDisk(i);
    copy(kept(i), store(i));
  }

  private Path kept(int i) {
    return directory.resolve("kept" + i);
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path path : all.toList()) {
        Files.copy(path, to.resolve(from.relativize(path)));
      }
    }
  }

  /** Has all know of the job: again, as one that takes long is not waited for. */
  void enrolAll() {
    await().until(() -> enrol(Duration.ofMinutes(1)).isEmpty());
  }

  List<String> enrol(Duration patience) throws InterruptedException {
    return NewJob.enrol(all(), JOB, known -> {}, false, patience);
  }

  List<String> enrolResumed(Duration patience) throws InterruptedException {
    return NewJob.enrol(all(), JOB, known -> {}, true, patience);
  }

  private JobLoggers all() {
    return inEnsembles(addresses());
  }

  private JobLoggers inEnsembles(List<HostPort> all) {
    List<Ensemble> ensembles = new ArrayList<>();
    for (int first = 0; first < ports.length; first += 3) {
      ensembles.add(new Ensemble(all.subList(first, first + 3)));
    }
    return new JobLoggers(new Loggers(ensembles), secret);
  }

  /** As if the last address were another one of the first logger. */
  void enrolTheFirstTwice() throws InterruptedException {
    List<HostPort> twice = addresses();
    twice.set(twice.size() - 1, new HostPort("localhost", ports[0]));
    NewJob.enrol(inEnsembles(twice), JOB, known -> {}, false, Duration.ofMinutes(1));
  }

  /** What is in the store of one of the job: an enrolment, and the files of writers. */
  List<String> stored(int i) throws IOException {
    try (Stream<Path> list = Files.list(StorePlace.of(store(i), JOB, 0).getParent())) {
      return list.map(path -> path.getFileName().toString()).toList();
    }
  }

  /** Of rank 0. */
  long bytesOfRecords(int i) throws IOException {
    return Files.size(StorePlace.of(store(i), JOB, 0).resolveSibling("0.records"));
  }

  /** As if a disk had changed the last record of rank 0. */
  void damage(int i) throws IOException {
    Path file = StorePlace.of(store(i), JOB, 0).resolveSibling("0.records");
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length - 1] ^= 1;
    Files.write(file, bytes);
  }

  private List<HostPort> addresses() {
    List<HostPort> all = new ArrayList<>();
    for (int port : ports) {
      all.add(new HostPort("127.0.0.1", port));
    }
    return all;
  }

  /** That of a rank, in its ensemble. */
  EventLog log(int rank, int incarnation) {
    EventLog log = all().log(new Incarnation(JOB, rank, incarnation), notices);
    logs.add(log);
    return log;
  }

  /** That of rank 0 in one ensemble of all. */
  QuorumEventLog log(int incarnation) {
    QuorumEventLog log =
        new QuorumEventLog(
            new QuorumEventLog.Settings(
                addresses(),
                secret,
                new Incarnation(JOB, 0, incarnation),
                notices,
                () -> needed,
                20_000,
                10_000));
    logs.add(log);
    return log;
  }

  @Override
  public void close() {
    logs.forEach(EventLog::close);
    for (EventLoggerServer server : servers) {
      server.close();
    }
  }
}
