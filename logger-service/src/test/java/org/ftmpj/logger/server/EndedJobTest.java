package org.ftmpj.logger.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ftmpj.logger.client.EndedJob;
import org.ftmpj.logger.client.RemoteEventLog;
import org.ftmpj.logger.testing.Records;
import org.ftmpj.logger.wire.Incarnation;
import org.ftmpj.logger.wire.Secret;
import org.ftmpj.protocol.job.JobLayout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What an event logger that outlives its jobs keeps of them. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EndedJobTest {
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
    try (RemoteEventLog log = log(job("one/other"), 0, 2)) {
      assertThat(Records.of(log).count()).isEqualTo(3);
    }
  }

  @Test
  void shouldForgetAJobWhoseRanksAreStillConnected() throws Exception {
    try (RemoteEventLog log = log(job("one"), 0, 1)) {
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
    Files.move(store().resolve("job-one"), store().resolve("ended-one"));

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

  @Test
  void shouldSayThatTheLoggerIsAway() throws Exception {
    JobLayout job = job("one");
    server.close();
    assertThat(EndedJob.forget(job, Duration.ofMillis(300)))
        .hasValueSatisfying(text -> assertThat(text).contains("No event logger answers at"));
  }

  @Test
  void shouldTellNobodyIfTheLoggerWasTheJobsOwn() throws Exception {
    JobLayout job = job("one");
    Files.delete(job.givenLogger());
    server.close();
    assertThat(EndedJob.forget(job)).isEmpty();
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
    Files.writeString(layout.secret(), SECRET);
    Files.writeString(layout.givenLogger(), "127.0.0.1:" + server.address().getPort() + "\n");
    return layout;
  }

  private RemoteEventLog log(JobLayout job, int rank, int incarnation) throws IOException {
    return new RemoteEventLog(
        new RemoteEventLog.Settings(
            "127.0.0.1",
            server.address().getPort(),
            Secret.read(directory.resolve("secret")),
            new Incarnation(job.name(), rank, incarnation)));
  }

  private void record(JobLayout job, int rank) throws IOException {
    try (RemoteEventLog log = log(job, rank, 1)) {
      Records.of(log);
      Records.append(log, 1, 1, 3);
      log.awaitStable(3);
    }
  }

  private List<String> stored() throws IOException {
    try (Stream<Path> list = Files.list(store())) {
      return list.map(path -> path.getFileName().toString()).sorted().toList();
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
