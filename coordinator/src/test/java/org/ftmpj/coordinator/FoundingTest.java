package org.ftmpj.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.ftmpj.logger.agreement.AgreedState;
import org.ftmpj.logger.agreement.Agreement;
import org.ftmpj.logger.agreement.AgreementMember;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Three event loggers in this process, of which one ends before all know that they agree. */
@Timeout(300)
class FoundingTest {
  @TempDir Path directory;

  private TestLoggers start() throws Exception {
    return TestLoggers.start(directory, TestLoggers::inThisProcess);
  }

  /** The process that named the job is lost before it has told more than one. */
  @Test
  void shouldAgreeWhenOnlyOneWasToldByWhomTheJobWasNamed() throws Exception {
    try (TestLoggers loggers = start()) {
      List<AgreementMember> members = introduced(loggers);
      loggers.stop(0);
      loggers.found(2, members);
      assertThat(loggers.agreement().read()).isEqualTo(AgreedState.NONE);
      assertThat(loggers.leader()).isPositive();
    }
  }

  private static List<AgreementMember> introduced(TestLoggers loggers) {
    return IntStream.range(0, TestLoggers.NUMBER).mapToObj(loggers::introduce).toList();
  }

  /** The leader is lost, with who named the job, before either has told the third one anything. */
  @Test
  void shouldGoOnWithOneThatWasNotTold() throws Exception {
    try (TestLoggers loggers = start()) {
      List<AgreementMember> members = introduced(loggers);
      loggers.stop(2);
      loggers.found(0, members);
      loggers.found(1, members);
      Agreement launcher = loggers.agreement();
      assertThat(launcher.claim(0, Map.of("a", new byte[] {1})).accepted()).isTrue();
      loggers.stop(loggers.leader());
      loggers.start(2);
      assertThat(loggers.introduce(2)).isEqualTo(members.get(2));
      assertThat(launcher.read().note("a")).contains(new byte[] {1});
    }
  }

  /** It ends before there is a record that has its members. */
  @Test
  void shouldKnowItsMembersWhenItHasSaidSo() throws Exception {
    try (TestLoggers loggers = start()) {
      List<AgreementMember> members = introduced(loggers);
      loggers.stop(2);
      loggers.found(1, members);
      loggers.stop(1);
      loggers.start(1);
      assertThat(loggers.introduce(1)).isEqualTo(members.get(1));
      loggers.found(0, members);
      assertThat(loggers.agreement().claim(0, Map.of()).accepted()).isTrue();
    }
  }
}
