package org.ftmpj.logger.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.Stream;
import org.ftmpj.common.handshake.Accepting;
import org.ftmpj.common.handshake.Connecting;
import org.ftmpj.common.handshake.Protocol;
import org.ftmpj.common.job.JobIdentity;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.logger.client.EndedJob;
import org.ftmpj.logger.client.QuorumEventLog;
import org.ftmpj.logger.testing.OnlyLogger;
import org.ftmpj.logger.testing.Records;
import org.ftmpj.logger.wire.Incarnation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What an event logger that outlives its jobs keeps of them. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EndedJobTest {
  /** The end of an identity. */
  private static final String RANDOM = "-[0-9a-f]{16}$";

  private static final String LONG = "d".repeat(250) + "/";

  /** Longer than a logger may take for other answers. */
  private static final int LONG_MS = 2500;

  private static final String SECRET = "0123456789abcdef";

  @TempDir Path directory;
  private EventLoggerServer server;

  @BeforeEach
  void start() throws IOException {
    Files.writeString(directory.resolve("secret"), SECRET);
    server = start(0);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void shouldForgetAJobThatHasEndedAndNoOther() throws Exception {
    record(job("one"), 0);
    record(job("one"), 1);
    record(job("one/other"), 0);

    assertThat(EndedJob.forget(job("one"))).isEmpty();

    assertThat(stored()).containsExactly("job-other", "lock");
    assertThat(heldFiles()).noneMatch(file -> file.contains("job-one"));
    try (QuorumEventLog log = log(job("one/other"), 0, 2)) {
      assertThat(Records.of(log).count()).isEqualTo(3);
    }
  }

  @Test
  void shouldTellJobsApartWhoseDirectoriesHaveTheSameName() throws Exception {
    record(job("one/run"), 0);
    try (QuorumEventLog log = log(job("two/run"), 0, 1)) {
      assertThat(Records.of(log).count()).isZero();
      Records.append(log, 1, 1, 2);
      log.awaitStable(2);
    }

    assertThat(EndedJob.forget(job("one/run"))).isEmpty();

    try (QuorumEventLog log = log(job("two/run"), 0, 2)) {
      assertThat(Records.of(log).count()).isEqualTo(2);
    }
  }

  @Test
  void shouldForgetAJobWhoseRanksAreStillConnected() throws Exception {
    try (QuorumEventLog log = log(job("one"), 0, 1)) {
      Records.of(log);
      Records.append(log, 1, 1, 1);
      log.awaitStable(1);

      assertThat(EndedJob.forget(job("one"))).isEmpty();
      assertThat(stored()).containsExactly("lock");
    }
  }

  @Test
  void shouldForgetWhatItNeverKnew() throws Exception {
    assertThat(EndedJob.forget(job("one"))).isEmpty();
    assertThat(stored()).containsExactly("lock");
  }

  @Test
  void shouldFinishToForgetWhenItWasKilledMeanwhile() throws Exception {
    record(job("one"), 0);
    server.close();
    String one = JobIdentity.of(job("one")).name();
    Files.move(store().resolve("job-" + one), store().resolve("ended-" + one));

    server = start(0);
    assertThat(stored()).containsExactly("lock");
  }

  @Test
  void shouldForgetNothingForWhoDoesNotKnowTheSecret() throws Exception {
    JobLayout job = job("one");
    record(job, 0);
    Files.writeString(job.secret(), "another secret of a stranger");

    assertThat(EndedJob.forget(job))
        .hasValueSatisfying(
            text ->
                assertThat(text)
                    .contains("what the event logger has of job one stays there")
                    .contains("FTMPJ-1402"));
    assertThat(stored()).containsExactly("job-one", "lock");
  }

  /** Only one that knows the secret may say that all is forgotten. */
  @Test
  void shouldNotBelieveWhoDoesNotKnowTheSecret() throws Exception {
    JobLayout job = job("one");
    Files.writeString(directory.resolve("secret"), "the secret of an impostor");
    server.close();
    try (ServerSocket impostor = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Files.writeString(job.givenLogger(), "127.0.0.1:" + impostor.getLocalPort() + "\n");
      Thread answers = new Thread(() -> answer(impostor));
      answers.start();
      assertThat(EndedJob.forget(job))
          .hasValueSatisfying(
              text -> assertThat(text).contains("stays there").contains("FTMPJ-1402"));
      answers.join();
    }
  }

  private void answer(ServerSocket listening) {
    ByteBuffer nothing = ByteBuffer.allocate(0);
    try (Socket socket = listening.accept()) {
      Secret its = Secret.read(directory.resolve("secret"));
      Accepting impostor = new Accepting(Protocol.LOGGERS, its, nothing, false);
      Connecting accomplice = new Connecting(Protocol.LOGGERS, its);
      accomplice.challenged(impostor.challenge());
      impostor.admit(accomplice.hello(nothing, false));
      socket.getOutputStream().write(impostor.challenge().array());
      socket.getInputStream().readNBytes(Protocol.LOGGERS.helloLength());
      socket.getOutputStream().write(impostor.welcome().array());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One job's files that cannot be removed are nothing to the others. */
  @Test
  void shouldServeTheOthersWhenTheFilesOfAnEndedJobCannotBeRemovedAndTryAgain() throws Exception {
    record(job("one"), 0);
    makeTooDeep(of("job-", "one"));

    assertThat(EndedJob.forget(job("one"))).isEmpty();
    assertThat(stored()).containsExactly("ended-one", "lock");
    record(job("two"), 0);

    server.close();
    server = start(0);
    assertThat(stored()).containsExactly("ended-one", "job-two", "lock");

    makeRemovable(of("ended-", "one"));
    assertThat(EndedJob.forget(job("two"))).isEmpty();
    assertThat(stored()).containsExactly("lock");
  }

  /** The user may have chosen a directory for the stores that is not empty. */
  @Test
  void shouldNotRemoveWhatNoEventLoggerHasMade() throws Exception {
    server.close();
    Path thesis = store().resolve("ended-projects").resolve("thesis.tex");
    Files.createDirectories(thesis.getParent());
    Files.writeString(thesis, "years of work");
    server = start(0);
    record(job("one"), 0);
    assertThat(EndedJob.forget(job("one"))).isEmpty();
    assertThat(stored()).containsExactly("ended-projects", "lock");
    assertThat(thesis).hasContent("years of work");
  }

  /** The directory that it would be moved to is there and stays there. */
  @Test
  void shouldSayThatAJobCannotBeForgottenAndServeTheOthers() throws Exception {
    record(job("one"), 0);
    makeTooDeep(of("ended-", "one"));

    assertThat(EndedJob.forget(job("one")))
        .hasValueSatisfying(
            text -> assertThat(text).contains("stays there", "FTMPJ-1301", "cannot rename"));
    assertThat(stored()).containsExactly("ended-one", "job-one", "lock");
    record(job("two"), 0);

    makeRemovable(of("ended-", "one"));
    assertThat(EndedJob.forget(job("one"))).isEmpty();
    assertThat(stored()).containsExactly("job-two", "lock");
  }

  @Test
  void shouldSayThatTheLoggerIsAway() throws Exception {
    JobLayout job = job("one");
    server.close();
    assertThat(EndedJob.forget(job, Duration.ofMillis(300), Duration.ofSeconds(2)))
        .hasValueSatisfying(text -> assertThat(text).contains("No event logger answers at"));
  }

  /** One that has just started again opens its part of what the loggers agree on, and closes it. */
  @Test
  void shouldWaitForALoggerThatTakesLongToForget() throws Exception {
    JobLayout job = job("one");
    record(job, 0);
    try (ServerSocket slow = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Files.writeString(job.givenLogger(), "127.0.0.1:" + slow.getLocalPort() + "\n");
      CompletableFuture<Void> passed =
          CompletableFuture.runAsync(() -> passOn(slow, () -> Thread.sleep(LONG_MS)));
      assertThat(EndedJob.forget(job)).isEmpty();
      passed.join();
    }
    assertThat(stored()).containsExactly("lock");
  }

  /** Two names of the same logger, which answers when both were asked. */
  @Test
  void shouldTellSeveralAtOnce() throws Exception {
    JobLayout job = job("one");
    record(job, 0);
    CyclicBarrier asked = new CyclicBarrier(2);
    try (ServerSocket one = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String names = "127.0.0.1:%d,127.0.0.1:%d\n";
      Files.writeString(
          job.givenLogger(), names.formatted(one.getLocalPort(), other.getLocalPort()));
      CompletableFuture<Void> first = CompletableFuture.runAsync(() -> passOn(one, asked::await));
      CompletableFuture<Void> second =
          CompletableFuture.runAsync(() -> passOn(other, asked::await));
      assertThat(EndedJob.forget(job)).isEmpty();
      first.join();
      second.join();
    }
    assertThat(stored()).containsExactly("lock");
  }

  /** What is done before the answer is passed on. */
  @FunctionalInterface
  private interface Before {
    void run() throws Exception;
  }

  /** To the logger and back, with something done before the answer that follows the handshake. */
  private void passOn(ServerSocket asked, Before answer) {
    try (Socket job = asked.accept();
        Socket logger = new Socket(server.address().getAddress(), server.address().getPort())) {
      pass(logger, job);
      pass(job, logger);
      pass(logger, job);
      pass(job, logger);
      answer.run();
      pass(logger, job);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static void pass(Socket from, Socket to) throws IOException {
    byte[] bytes = new byte[1 << 10];
    to.getOutputStream().write(bytes, 0, from.getInputStream().read(bytes));
  }

  @Test
  void shouldTellTheOthersIfOneOfSeveralIsAway() throws Exception {
    JobLayout job = job("one");
    record(job, 0);
    int free;
    try (ServerSocket gone = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      free = gone.getLocalPort();
    }
    String here = "127.0.0.1:" + server.address().getPort();
    Files.writeString(job.givenLogger(), "127.0.0.1:%d,%s,%s\n".formatted(free, here, here));
    assertThat(EndedJob.forget(job))
        .hasValueSatisfying(
            text -> assertThat(text).contains(":" + free + " (").doesNotContain(here));
    assertThat(stored()).containsExactly("lock");
  }

  @Test
  void shouldTellNobodyIfTheLoggerWasTheJobsOwn() throws Exception {
    JobLayout job = job("one");
    Files.delete(job.givenLogger());
    server.close();
    assertThat(EndedJob.forget(job)).isEmpty();
  }

  private Path of(String kind, String job) throws IOException {
    return store().resolve(kind + JobIdentity.of(job(job)).name());
  }

  /** What is in it cannot be removed by its absolute name, for that is too long. */
  private void makeTooDeep(Path below) throws IOException {
    Path link = link(below);
    Files.createDirectories(link.resolve(LONG + LONG + LONG));
    Files.delete(link);
  }

  private void makeRemovable(Path below) throws IOException {
    Path link = link(below);
    Path deepest = link.resolve(LONG + LONG + LONG);
    for (Path path = deepest; !path.equals(link); path = path.getParent()) {
      Files.delete(path);
    }
    // Nor would the event logger remove what it has not made.
    for (Path path = Files.readSymbolicLink(link); !path.equals(below); path = path.getParent()) {
      Files.delete(path);
    }
    Files.delete(link);
  }

  private Path link(Path below) throws IOException {
    Path target = Files.createDirectories(below.resolve(LONG.repeat(14)));
    return Files.createSymbolicLink(directory.resolve("link"), target);
  }

  private EventLoggerServer start(int port) throws IOException {
    return EventLoggerServer.start(
        new EventLoggerServer.Settings(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
            store(),
            Secret.read(directory.resolve("secret")),
            Optional.empty()));
  }

  private Path store() {
    return directory.resolve("store");
  }

  /** A job directory that names this event logger. */
  private JobLayout job(String name) throws IOException {
    JobLayout layout = new JobLayout(directory.resolve("jobs").resolve(name));
    Files.createDirectories(layout.logger());
    if (!Files.exists(layout.identity())) {
      JobIdentity.create(layout);
    }
    Files.writeString(layout.secret(), SECRET);
    Files.writeString(layout.givenLogger(), "127.0.0.1:" + server.address().getPort() + "\n");
    return layout;
  }

  private QuorumEventLog log(JobLayout job, int rank, int incarnation) throws IOException {
    return new OnlyLogger(server.address().getPort(), Secret.read(directory.resolve("secret")))
        .log(new Incarnation(JobIdentity.of(job).name(), rank, incarnation));
  }

  private void record(JobLayout job, int rank) throws IOException {
    try (QuorumEventLog log = log(job, rank, 1)) {
      Records.of(log);
      Records.append(log, 1, 1, 3);
      log.awaitStable(3);
    }
  }

  private List<String> stored() throws IOException {
    try (Stream<Path> list = Files.list(store())) {
      return list.map(path -> path.getFileName().toString().replaceFirst(RANDOM, ""))
          .sorted()
          .toList();
    }
  }

  /** Files that this process has open or mapped. */
  private static List<String> heldFiles() throws IOException {
    List<String> held = new ArrayList<>(Files.readAllLines(Path.of("/proc/self/maps")));
    try (Stream<Path> list = Files.list(Path.of("/proc/self/fd"))) {
      for (Path descriptor : list.toList()) {
        if (Files.exists(descriptor, java.nio.file.LinkOption.NOFOLLOW_LINKS)) {
          held.add(Files.readSymbolicLink(descriptor).toString());
        }
      }
    }
    return held;
  }
}
