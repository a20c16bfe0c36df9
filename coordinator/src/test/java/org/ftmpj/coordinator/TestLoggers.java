package org.ftmpj.coordinator;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.common.config.Loggers;
import org.ftmpj.common.job.JobIdentity;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.job.OnlyUser;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.logger.agreement.AgreementMember;
import org.ftmpj.logger.agreement.Command;
import org.ftmpj.logger.agreement.Question;
import org.ftmpj.logger.agreement.Reply;
import org.ftmpj.logger.agreement.Request;
import org.ftmpj.logger.client.AgreementLink;
import org.ftmpj.logger.client.EndedJob;
import org.ftmpj.logger.client.JobLoggers;
import org.ftmpj.logger.client.LoggersAgreement;
import org.ftmpj.logger.client.NewJob;
import org.ftmpj.logger.server.EventLoggerServer;

/** Three event loggers of one job, in this process or in others. */
final class TestLoggers implements AutoCloseable {
  static final int NUMBER = 3;

  private static final String JOB = "job-0123456789abcdef";
  private static final String SECRET = "8f14e45fceea167a5a36dedd4bea2543";
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** For one answer. */
  private static final int ANSWER_MS = 60_000;

  /** One that was started; closed to end it, as suddenly as can be. */
  interface Running extends AutoCloseable {
    @Override
    void close();
  }

  /** How one is started. */
  interface Starter {
    /**
     * @param secret the file with the secret
     */
    Running start(Path store, Path secret, int port) throws IOException;
  }

  private final Path directory;
  private final Path secretFile;
  private final Starter starter;
  private final Secret secret;
  private final Running[] running = new Running[NUMBER];
  private final List<HostPort> addresses = new ArrayList<>();
  private final List<LoggersAgreement> agreements = new ArrayList<>();

  private TestLoggers(Path directory, Starter starter) throws IOException {
    this.directory = directory;
    this.starter = starter;
    secretFile = directory.resolve("secret");
    OnlyUser.write(secretFile, SECRET.getBytes(StandardCharsets.US_ASCII));
    secret = Secret.read(secretFile);
    for (int i = 0; i < NUMBER; i++) {
      try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        addresses.add(new HostPort("127.0.0.1", free.getLocalPort()));
      }
    }
  }

  /** Starts one in this process. */
  static Running inThisProcess(Path store, Path secret, int port) throws IOException {
    InetSocketAddress address = new InetSocketAddress("127.0.0.1", port);
    return EventLoggerServer.start(
            new EventLoggerServer.Settings(address, store, Secret.read(secret), Optional.empty()))
        ::close;
  }

  /** Starts them, and tells them of the job. */
  static TestLoggers start(Path directory, Starter starter) throws Exception {
    TestLoggers all = new TestLoggers(directory, starter);
    for (int i = 0; i < NUMBER; i++) {
      all.start(i);
    }
    // Again, as one that takes long is not waited for.
    await().until(() -> NewJob.enrol(all.all(), JOB, known -> {}).isEmpty());
    return all;
  }

  void start(int logger) throws IOException {
    running[logger] = starter.start(store(logger), secretFile, addresses.get(logger).port());
  }

  void stop(int logger) {
    running[logger].close();
  }

  /** That one, as its starter has made it. */
  Running running(int logger) {
    return running[logger];
  }

  private JobLoggers all() {
    return new JobLoggers(Loggers.of(addresses), secret);
  }

  HostPort address(int logger) {
    return addresses.get(logger);
  }

  Path store(int logger) {
    return directory.resolve("store" + logger);
  }

  /** What a new process of the job has. */
  LoggersAgreement agreement() {
    return agreement(secret, PATIENCE);
  }

  LoggersAgreement impatient(Duration patience) {
    return agreement(secret, patience);
  }

  LoggersAgreement agreement(Secret by, Duration patience) {
    JobLoggers loggers = new JobLoggers(Loggers.of(addresses), by);
    LoggersAgreement made = new LoggersAgreement(loggers, JOB, patience);
    agreements.add(made);
    return made;
  }

  /** What a process has that does not reach that one. */
  LoggersAgreement without(int logger) throws IOException {
    List<HostPort> reached = new ArrayList<>(addresses);
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      reached.set(logger, new HostPort("127.0.0.1", free.getLocalPort()));
    }
    LoggersAgreement made =
        new LoggersAgreement(new JobLoggers(Loggers.of(reached), secret), JOB, PATIENCE);
    agreements.add(made);
    return made;
  }

  /** Asks one of them. */
  Reply ask(int logger, Question question) throws IOException {
    try (AgreementLink link = AgreementLink.open(addresses.get(logger), secret, JOB, ANSWER_MS)) {
      return link.ask(question);
    }
  }

  /** As the process that names the job learns who that one is. */
  AgreementMember introduce(int logger) {
    Reply.Introduced it =
        (Reply.Introduced)
            await()
                .pollInterval(Duration.ofMillis(50))
                .until(
                    () -> ask(logger, new Question.Introduce()),
                    Reply.Introduced.class::isInstance);
    return new AgreementMember(address(logger), it.id(), it.port());
  }

  /** As the process that names the job tells that one who agrees: again, if it takes long. */
  void found(int logger, List<AgreementMember> members) {
    await()
        .pollInterval(Duration.ofMillis(50))
        .until(
            () -> ask(logger, new Question.Found(addresses, members)),
            Reply.Done.class::isInstance);
  }

  /** Which one leads; waits until there is one. */
  int leader() {
    return await()
        .pollInterval(Duration.ofMillis(50))
        .until(this::leaderOrNone, leader -> leader >= 0);
  }

  private int leaderOrNone() {
    for (int logger = 0; logger < NUMBER; logger++) {
      if (write(logger) instanceof Reply.Carried) {
        return logger;
      }
    }
    return -1;
  }

  /** Until each is a member that has a leader: before, the loss of another could stop all. */
  void awaitMembers() {
    for (int i = 0; i < NUMBER; i++) {
      int logger = i;
      await().pollInterval(Duration.ofMillis(50)).until(() -> isMember(write(logger)));
    }
  }

  private static boolean isMember(Reply reply) {
    return reply instanceof Reply.Carried || reply instanceof Reply.NotLeader;
  }

  /** What a logger says to a command that nobody accepts. */
  private Reply write(int logger) {
    Command none = new Command.Update(Long.MAX_VALUE, Map.of());
    try {
      return ask(logger, new Question.Carry(new Request(1, 1, none).encode(), false));
    } catch (IOException e) {
      return new Reply.Later(e.toString());
    }
  }

  /** Removes the store of one that was stopped. */
  void erase(int logger) throws IOException {
    try (Stream<Path> all = Files.walk(store(logger))) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }

  /** Says to all that the job has ended; again, as one that takes long is not waited for. */
  void forget() throws Exception {
    JobLayout layout = new JobLayout(Files.createDirectories(directory.resolve("job")));
    new JobIdentity(JOB).write(layout);
    Files.writeString(layout.secret(), SECRET);
    Files.createDirectories(layout.givenLogger().getParent());
    Files.writeString(layout.givenLogger(), all().loggers().toString());
    await().until(() -> EndedJob.forget(layout).isEmpty());
  }

  @Override
  public void close() {
    agreements.forEach(LoggersAgreement::close);
    // At once: Netty waits for 2 s in each.
    List<CompletableFuture<Void>> ends =
        Stream.of(running)
            .filter(Objects::nonNull)
            .map(each -> CompletableFuture.runAsync(each::close, work -> new Thread(work).start()))
            .toList();
    ends.forEach(CompletableFuture::join);
  }
}
