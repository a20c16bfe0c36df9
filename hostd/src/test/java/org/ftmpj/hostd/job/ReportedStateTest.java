package org.ftmpj.hostd.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.supervisor.rank.ProcessStatus;
import org.ftmpj.supervisor.rank.RankEvent;
import org.ftmpj.supervisor.rank.RankOutcome;
import org.junit.jupiter.api.Test;

class ReportedStateTest {
  private static final Instant NOW = Instant.EPOCH;
  private static final RankEvent.Ended END =
      new RankEvent.Ended(2, new RankOutcome.Finished(0), NOW);

  private final ReportedState told = new ReportedState();

  private static ToLauncher happened(int rank, RankEvent event) {
    return new ToLauncher.Happened(rank, event);
  }

  private ToLauncher.Rejoined rejoined() {
    return told.rejoined("d");
  }

  @Test
  void shouldKnowTheNewestIncarnationOfEachRankAndHowItEnded() {
    told.add(happened(3, new RankEvent.Started(1, 7, NOW)));
    told.add(happened(3, new RankEvent.Started(2, 8, NOW)));
    told.add(happened(1, new RankEvent.Started(2, 9, NOW)));
    told.add(happened(1, END));
    assertThat(rejoined().ranks())
        .containsExactly(
            new LocalRank(1, 2, Optional.of(END)), new LocalRank(3, 2, Optional.empty()));
  }

  @Test
  void shouldHaveTheAnswerToTheNewestStepOnly() {
    assertThat(rejoined().step()).isZero();
    told.begin(1);
    told.add(new ToLauncher.Answered(1, new ToLauncher.Resumed()));
    assertThat(rejoined().answer()).hasValue(new ToLauncher.Resumed());
    assertThat(told.answerTo(1)).hasValue(new ToLauncher.Answered(1, new ToLauncher.Resumed()));
    told.begin(2);
    assertThat(rejoined().step()).isEqualTo(2);
    assertThat(rejoined().answer()).isEmpty();
    assertThat(told.answerTo(1)).isEmpty();
    assertThat(told.answerTo(2)).isEmpty();
  }

  @Test
  void shouldTellAgainWhatIsStillSo() {
    ToLauncher.PeerLost second = new ToLauncher.PeerLost(2, "silence");
    ToLauncher.PeerLost third = new ToLauncher.PeerLost(3, "silence");
    ToLauncher.Loggers away = new ToLauncher.Loggers(1, true, "away");
    ToLauncher.Failed failed = new ToLauncher.Failed(ErrorCode.LOG_CORRUPT, "x");
    told.add(second);
    told.add(third);
    told.add(away);
    told.add(new ToLauncher.Loggers(2, true, "away"));
    told.add(new ToLauncher.InputWanted());
    told.add(failed);
    assertThat(told.again()).contains(second, third, away, new ToLauncher.InputWanted(), failed);
    told.begin(1);
    told.add(new ToLauncher.Answered(1, new ToLauncher.Parted(2, List.of())));
    told.add(new ToLauncher.Loggers(1, false, "back"));
    told.hasInput();
    assertThat(told.again())
        .contains(third, failed)
        .doesNotContain(second, away, new ToLauncher.InputWanted());
  }

  @Test
  void shouldTellAtLastThatNoRankIsLeft() {
    ToLauncher.Counted counted = new ToLauncher.Counted(1, "report");
    ToLauncher.Stopped stopped = new ToLauncher.Stopped(1, false);
    told.add(counted);
    assertThat(told.atLast()).isEmpty();
    told.add(stopped);
    assertThat(told.atLast()).containsExactly(counted, stopped);
  }

  @Test
  void shouldKeepInOrderWhatIsToldOnceUntilItIsConfirmed() {
    ToLauncher notice = new ToLauncher.Notice("n");
    ToLauncher raw = new ToLauncher.Raw(0, 1, new byte[] {1});
    ToLauncher died =
        happened(
            0,
            new RankEvent.Died(
                1, new ProcessStatus(137), Optional.empty(), NOW, Duration.ofMillis(1)));
    UnconfirmedMessages.Told first = told.add(notice).orElseThrow();
    told.add(raw);
    told.add(died);
    told.add(notice);
    told.unconfirmed().confirm(first);
    assertThat(told.unconfirmed().list())
        .extracting(UnconfirmedMessages.Told::message)
        .containsExactly(raw, died, notice);
  }

  @Test
  void shouldSayThatItCouldNotKeepAll() {
    byte[] half = new byte[UnconfirmedMessages.MOST_BYTES / 2];
    told.add(new ToLauncher.Raw(0, 1, half));
    told.add(new ToLauncher.Raw(1, 1, half));
    assertThat(told.unconfirmed().list()).hasSize(1);
    assertThat(told.again()).anyMatch(ToLauncher.Notice.class::isInstance);
    assertThat(told.again()).noneMatch(ToLauncher.Notice.class::isInstance);
  }
}
