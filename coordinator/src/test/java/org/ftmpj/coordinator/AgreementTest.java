package org.ftmpj.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.logger.agreement.AgreedState;
import org.ftmpj.logger.agreement.Agreement;
import org.ftmpj.logger.agreement.Question;
import org.ftmpj.logger.agreement.Reply;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three event loggers in this process, which agree; {@link FoundingTest} ends some before they all
 * do, and {@link KilledLoggersJarIT} kills some.
 */
@Timeout(300)
class AgreementTest {
  @TempDir Path directory;

  private TestLoggers start() throws Exception {
    return TestLoggers.start(directory, TestLoggers::inThisProcess);
  }

  @Test
  void shouldBeTheSameForAllUntilTheJobEnds() throws Exception {
    try (TestLoggers loggers = start()) {
      Agreement launcher = loggers.agreement();
      Agreement daemon = loggers.agreement();
      assertThat(daemon.read()).isEqualTo(AgreedState.NONE);
      assertThat(daemon.claim(1, Map.of()).accepted()).isFalse();

      assertThat(launcher.claim(0, Map.of("a", new byte[] {1})).accepted()).isTrue();
      assertThat(daemon.read().note("a")).contains(new byte[] {1});
      assertThat(launcher.next(1, "n", 5).state().counter("n")).isEqualTo(5);

      assertThat(daemon.claim(1, Map.of()).accepted()).isTrue();
      assertThat(launcher.update(1, Map.of("a", new byte[] {2})).accepted()).isFalse();
      assertThat(daemon.end(2).accepted()).isTrue();
      assertThat(launcher.read().ended()).isTrue();

      loggers.forget();
      for (int logger = 0; logger < TestLoggers.NUMBER; logger++) {
        // Another logger may not have heard yet that it is over.
        assertThat(loggers.ask(logger, new Question.Introduce())).isInstanceOf(Reply.Later.class);
        assertThat(loggers.store(logger).toFile().list()).containsExactly("lock");
      }
    }
  }

  @Test
  @Rotated(
      kind = "agreement of event loggers",
      turns = {0, 4})
  void shouldTakeInALoggerThatWasAwayAndOneThatHasLostItsStore() throws Exception {
    try (TestLoggers loggers = start()) {
      loggers.stop(2);
      Agreement launcher = loggers.agreement();
      assertThat(launcher.claim(0, Map.of()).accepted()).isTrue();
      loggers.start(2);
      loggers.awaitMembers();

      // More than the log keeps.
      byte[] note = new byte[1000];
      for (int i = 0; i < 2 * RaftSettings.SNAPSHOT_AFTER + 50; i++) {
        note[0] = (byte) i;
        launcher.update(1, Map.of("note" + i % 7, note));
      }
      loggers.stop(0);
      loggers.erase(0);
      loggers.start(0);
      loggers.awaitMembers();

      // The new ones are a majority.
      loggers.stop(1);
      assertThat(launcher.next(1, "n", 1).accepted()).isTrue();
      assertThat(launcher.read().notes()).hasSize(7);
    }
  }

  @Test
  @Rotated(
      kind = "agreement of event loggers",
      turns = {2, 6})
  void shouldAnswerAProcessThatDoesNotReachTheLeader() throws Exception {
    try (TestLoggers loggers = start()) {
      assertThat(loggers.agreement().claim(0, Map.of()).accepted()).isTrue();
      loggers.awaitMembers();
      int leader = loggers.leader();
      Agreement parted = loggers.without(leader);
      for (int count = 1; count <= 10; count++) {
        assertThat(parted.next(1, "n", 1).state().counter("n")).isEqualTo(count);
      }
      // What it is told of another one that leads then it follows.
      loggers.stop(leader);
      assertThat(parted.next(1, "n", 1).state().counter("n")).isEqualTo(11);
    }
  }

  @Test
  @Rotated(
      kind = "agreement of event loggers",
      turns = {1, 5})
  void shouldAnswerNothingWithoutAMajority() throws Exception {
    try (TestLoggers loggers = start()) {
      Agreement launcher = loggers.agreement();
      launcher.claim(0, Map.of());
      // The third one may not have been founded yet.
      loggers.awaitMembers();
      int leader = loggers.leader();
      int other = (leader + 1) % TestLoggers.NUMBER;
      loggers.stop(other);
      loggers.stop((leader + 2) % TestLoggers.NUMBER);
      Agreement impatient = loggers.impatient(Duration.ofSeconds(3));
      assertThatThrownBy(impatient::read)
          .satisfies(e -> has(e, ErrorCode.LOGGER_MAJORITY_AWAY))
          .hasMessageContaining("2 of 3 event loggers are missing")
          .hasMessageContaining(loggers.address(other) + " (");
      loggers.start(other);
      assertThat(launcher.update(1, Map.of("a", new byte[1])).accepted()).isTrue();
    }
  }

  @Test
  void shouldNotAnswerThoseWhoDoNotKnowTheSecret() throws Exception {
    try (TestLoggers loggers = start()) {
      Secret another = Secret.of("another secret, not it", "test");
      Agreement stranger = loggers.agreement(another, Duration.ofMinutes(1));
      assertThatThrownBy(stranger::read).satisfies(e -> has(e, ErrorCode.WRONG_SECRET));
    }
  }

  private static void has(Throwable e, ErrorCode code) {
    assertThat(((FtmpjException) e).code()).isEqualTo(code);
  }
}
