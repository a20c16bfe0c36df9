package org.ftmpj.logger.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ftmpj.logger.server.TestServer.hasCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.stream.Stream;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.logger.client.QuorumEventLog;
import org.ftmpj.logger.testing.Records;
import org.junit.jupiter.api.Test;

/** Why an event logger does not start. */
class ServerStartTest extends WithServer {
  @Test
  void shouldNotShareItsStoreWithAnotherLogger() {
    assertThatThrownBy(() -> EventLoggerServer.start(server.settings(0)))
        .satisfies(hasCode(ErrorCode.LOG_NOT_WRITABLE))
        .hasMessageContaining("Another event logger");
  }

  @Test
  void shouldLetNoOtherUserIntoItsStore() throws IOException {
    server.stop();
    Path store = server.store();
    Files.setPosixFilePermissions(store, PosixFilePermissions.fromString("rwxrwxrwx"));
    server.start();
    QuorumEventLog log = server.log("job", 0, 1);
    Records.of(log);
    Records.append(log, 1, 1, 5);
    log.awaitStable(5);
    try (Stream<Path> all = Files.walk(store)) {
      assertThat(all)
          .hasSizeGreaterThan(4)
          .allSatisfy(
              path ->
                  assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                      .endsWith("------"));
    }
  }

  @Test
  void shouldSayThatThePortIsTaken() {
    server.loseStore();
    assertThatThrownBy(() -> EventLoggerServer.start(server.settings(server.address().getPort())))
        .satisfies(hasCode(ErrorCode.CANNOT_LISTEN));
  }

  @Test
  void shouldSayThatTheStoreCannotBeWritten() throws IOException {
    Path file = Files.createFile(directory.resolve("file"));
    EventLoggerServer.Settings settings =
        new EventLoggerServer.Settings(
            server.address(), file.resolve("store"), server.secret(), Optional.empty());
    assertThatThrownBy(() -> EventLoggerServer.start(settings))
        .satisfies(hasCode(ErrorCode.LOG_NOT_WRITABLE));
  }
}
