package org.ftmpj.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.logger.agreement.AgreedState;
import org.ftmpj.logger.agreement.Agreement;
import org.ftmpj.logger.agreement.Answer;
import org.ftmpj.logger.agreement.Command;
import org.ftmpj.logger.agreement.Question;
import org.ftmpj.logger.agreement.Reply;
import org.ftmpj.logger.agreement.Request;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class AgreementTest {
  @TempDir Path directory;

  @Test
  void shouldAgreeAndGoOnWhenLoggersComeBack() throws Exception {
    try (LoggersHere loggers = new LoggersHere(directory, 3).enrolled()) {
      Agreement launcher = loggers.agreement();
      Agreement daemon = loggers.agreement();
      assertThat(daemon.read()).isEqualTo(AgreedState.NONE);
      assertThat(daemon.claim(1, Map.of()).accepted()).isFalse();

      assertThat(launcher.claim(0, Map.of("a", new byte[] {1})).accepted()).isTrue();
      assertThat(daemon.read().note("a")).contains(new byte[] {1});
      assertThat(launcher.next(1, "n", 5).state().counter("n")).isEqualTo(5);

      for (int logger = 0; logger < 3; logger++) {
        loggers.stop(logger);
        Answer answer = launcher.next(1, "n", 0);
        assertThat(answer.state().counter("n")).isEqualTo(6 + logger);
        loggers.start(logger);
        awaitAll(loggers, launcher);
      }
      assertThat(daemon.claim(1, Map.of()).accepted()).isTrue();
      assertThat(launcher.update(1, Map.of("a", new byte[] {2})).accepted()).isFalse();
      assertThat(daemon.end(2).accepted()).isTrue();
      assertThat(launcher.read().ended()).isTrue();
    }
  }

  @Test
  void shouldTakeInALoggerThatHasLostItsStoreAndOneThatWasAway() throws Exception {
    try (LoggersHere loggers = new LoggersHere(directory, 3).enrolled()) {
      loggers.stop(2);
      Agreement launcher = loggers.agreement();
      assertThat(launcher.claim(0, Map.of()).accepted()).isTrue();
      loggers.start(2);
      awaitMember(loggers, 2);

      // Longer than the log that is kept.
      byte[] note = new byte[1000];
      for (int i = 0; i < 2 * RaftSettings.SNAPSHOT_AFTER + 100; i++) {
        note[0] = (byte) i;
        launcher.update(1, Map.of("note" + i % 7, note));
      }
      loggers.stop(0);
      loggers.deleteStore(0);
      loggers.start(0);
      awaitMember(loggers, 0);

      // Only with the new one there is a majority.
      loggers.stop(1);
      assertThat(launcher.next(1, "n", 1).accepted()).isTrue();
      assertThat(launcher.read().notes()).hasSize(7);
    }
  }

  @Test
  void shouldSayThatNoMajorityAnswers() throws Exception {
    try (LoggersHere loggers = new LoggersHere(directory, 3).enrolled()) {
      Agreement launcher = loggers.agreement();
      launcher.claim(0, Map.of());
      loggers.stop(0);
      loggers.stop(1);
      Agreement impatient = loggers.agreement(loggers.all().secret(), Duration.ofMillis(500));
      assertThatThrownBy(impatient::read)
          .satisfies(e -> has(e, ErrorCode.LOGGER_MAJORITY_AWAY))
          .hasMessageContaining(loggers.address(2).toString());
      loggers.start(0);
      assertThat(launcher.update(1, Map.of("a", new byte[1])).accepted()).isTrue();
    }
  }

  @Test
  void shouldNotAnswerThoseWhoDoNotKnowTheSecret() throws Exception {
    try (LoggersHere loggers = new LoggersHere(directory, 3).enrolled()) {
      Agreement stranger =
          loggers.agreement(Secret.of("another secret, not it", "test"), Duration.ofSeconds(1));
      assertThatThrownBy(stranger::read).satisfies(e -> has(e, ErrorCode.WRONG_SECRET));
    }
  }

  @Test
  void shouldNotTakePartAgainAfterTheJob() throws Exception {
    try (LoggersHere loggers = new LoggersHere(directory, 3).enrolled()) {
      loggers.agreement().claim(0, Map.of());
      assertThat(loggers.directoryOfAgreement(0)).isNotEmptyDirectory();
      loggers.forget();
      for (int logger = 0; logger < 3; logger++) {
        assertThat(loggers.store(logger).toFile().list()).containsExactly("lock");
        assertThat(loggers.ask(logger, new Question.Introduce())).isInstanceOf(Reply.Later.class);
        assertThat(loggers.store(logger).toFile().list()).containsExactly("lock");
      }
    }
  }

  /** Until each is a member that the others know: before, the death of another could stop all. */
  private static void awaitAll(LoggersHere loggers, Agreement agreement) throws Exception {
    agreement.read();
    for (int logger = 0; logger < 3; logger++) {
      awaitMember(loggers, logger);
    }
  }

  private static void awaitMember(LoggersHere loggers, int logger) {
    await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(100))
        .until(() -> isMember(loggers, logger));
  }

  private static boolean isMember(LoggersHere loggers, int logger) {
    try {
      byte[] read = new Request(1, 1, new Command.Read()).encode();
      Reply reply = loggers.ask(logger, new Question.Carry(read));
      return reply instanceof Reply.Carried || reply instanceof Reply.Elsewhere;
    } catch (IOException e) {
      return false;
    }
  }

  private static void has(Throwable e, ErrorCode code) {
    assertThat(((FtmpjException) e).code()).isEqualTo(code);
  }
}
