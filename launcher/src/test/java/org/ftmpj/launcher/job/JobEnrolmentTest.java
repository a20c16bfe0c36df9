package org.ftmpj.launcher.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.ftmpj.common.config.Durability;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.common.config.Loggers;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.logger.server.EventLoggerServer;
import org.ftmpj.supervisor.ending.Verdict;
import org.ftmpj.supervisor.job.JobDirectory;
import org.ftmpj.supervisor.record.JobRecord;
import org.ftmpj.supervisor.record.ProcessIdentity;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Of three event loggers one answers; the others take a connection and say nothing, or refuse. */
class JobEnrolmentTest {

  @TempDir Path directory;
  private final Verdict verdict = new Verdict(1);
  private JobLayout layout;

  @BeforeEach
  void makeJob() {
    JobRecord record =
        new JobRecord(
            ProcessIdentity.current(), Instant.now(), 1, Durability.QUORUM, "program.Main");
    layout = JobDirectory.create(record, directory.resolve("job"), Optional.empty());
  }

  private EventLoggerServer logger() throws Exception {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    Secret secret = Secret.read(layout.secret());
    return EventLoggerServer.start(
        new EventLoggerServer.Settings(any, directory.resolve("store"), secret, Optional.empty()));
  }

  private static HostPort at(int port) {
    return new HostPort("127.0.0.1", port);
  }

  @Test
  void shouldEndWithTheJobAndNoteWhichLoggersKnowOfIt() throws Exception {
    try (EventLoggerServer logger = logger();
        ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      HostPort one = at(logger.address().getPort());
      Loggers all = Loggers.of(List.of(one, at(silent.getLocalPort()), at(1)));
      CompletableFuture<Optional<List<String>>> enrolled =
          CompletableFuture.supplyAsync(() -> JobEnrolment.run(layout, all, true, false, verdict));
      await().until(() -> Files.exists(layout.givenLogger()));
      verdict.signalled("SIGINT");
      assertThat(enrolled.get()).isEmpty();
      assertThat(layout.givenLogger()).hasContent(one.toString());
    }
  }

  @Test
  void shouldFailIfTheJobIsNotOverAndNoMajorityAnswers() throws Exception {
    try (EventLoggerServer logger = logger()) {
      Loggers all = Loggers.of(List.of(at(logger.address().getPort()), at(1), at(2)));
      assertThatThrownBy(() -> JobEnrolment.run(layout, all, true, false, verdict))
          .isInstanceOf(FtmpjException.class)
          .hasMessageContaining("FTMPJ-1401");
    }
  }
}
