package org.ftmpj.mpjrun;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.supervisor.ending.JobEnd;
import org.ftmpj.supervisor.ending.Verdict;
import org.ftmpj.supervisor.record.SupervisorEnd;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PeerSupervisorsTest {
  @TempDir Path directory;
  private final List<Process> supervisors = new ArrayList<>();
  private final Verdict verdict = new Verdict(1);
  private JobLayout layout;

  @BeforeEach
  void start() throws IOException {
    layout = new JobLayout(directory);
    Files.createDirectories(layout.supervisorEnd(0).getParent());
    for (int rank = 0; rank < 3; rank++) {
      supervisors.add(new ProcessBuilder("sleep", "100").start());
    }
  }

  @AfterEach
  void killAll() {
    supervisors.forEach(Process::destroyForcibly);
  }

  @Test
  void shouldGoOnAsLongAsNothingHappens() throws InterruptedException {
    PeerSupervisors supervisors = of(1);
    assertThat(supervisors.look(layout, verdict)).isFalse();
    assertThat(supervisors.await(Duration.ofMillis(10))).isFalse();
    assertThat(supervisors.trouble(0)).isEmpty();
  }

  @Test
  void shouldNotMindThoseThatHaveEndedInGoodOrder() throws InterruptedException {
    PeerSupervisors supervisors = of(0);
    for (int rank : List.of(2, 1)) {
      new SupervisorEnd(0, false).write(layout.supervisorEnd(rank));
      kill(rank);
      assertThat(supervisors.look(layout, verdict)).isEqualTo(rank == 1);
    }
    assertThat(supervisors.await(Duration.ZERO)).isTrue();
    assertThat(supervisors.haveFailed()).isFalse();
    verdict.ended(0); // nothing else has come before
    assertThat(verdict.await()).isEqualTo(new JobEnd.Over(0));
  }

  @Test
  void shouldEndTheJobWithTheCodeOfTheFirstThatEndedWithOne() {
    PeerSupervisors supervisors = of(0);
    new SupervisorEnd(3, false).write(layout.supervisorEnd(2));
    supervisors.look(layout, verdict);
    assertThat(verdict.await()).isEqualTo(new JobEnd.Over(3));
    assertThat(supervisors.haveFailed()).isFalse();
  }

  @Test
  void shouldSayThatOneDied() {
    PeerSupervisors supervisors = of(1);
    kill(0);
    assertThat(supervisors.trouble(0)).isPresent();
    supervisors.look(layout, verdict);
    assertThat(supervisors.haveFailed()).isTrue();
    assertThat(verdict.await())
        .isInstanceOfSatisfying(
            JobEnd.Failed.class,
            failed -> {
              FtmpjException reason = failed.reason();
              assertThat(reason.code()).isEqualTo(ErrorCode.SUPERVISOR_LOST);
              assertThat(reason).hasMessageContaining("rank 0");
            });
  }

  @Test
  void shouldNotSayAgainWhatAnotherOneHasSaid() {
    kill(2);
    Verdict ofTheOther = new Verdict(1);
    of(1).look(layout, ofTheOther);
    assertThat(ofTheOther.await()).isInstanceOf(JobEnd.Failed.class);
    PeerSupervisors supervisors = of(0);
    supervisors.look(layout, verdict);
    assertThat(verdict.await()).isEqualTo(new JobEnd.Over(70));
    assertThat(supervisors.haveFailed()).isTrue();
  }

  /** It would be chosen to say it, and not say it. */
  @Test
  void shouldLeaveItToAnotherOneIfItsOwnEndIsDecided() {
    kill(2);
    verdict.ended(0);
    of(0).look(layout, verdict);
    assertThat(verdict.await()).isEqualTo(new JobEnd.Over(0));
    Verdict ofTheOther = new Verdict(1);
    of(1).look(layout, ofTheOther);
    assertThat(ofTheOther.await()).isInstanceOf(JobEnd.Failed.class);
  }

  private PeerSupervisors of(int own) {
    List<Peers.Peer> peers = new ArrayList<>();
    for (int rank = 0; rank < supervisors.size(); rank++) {
      peers.add(new Peers.Peer(rank, "here", (int) supervisors.get(rank).pid(), 0));
    }
    return new PeerSupervisors(peers, own);
  }

  private void kill(int rank) {
    supervisors.get(rank).destroyForcibly().onExit().join();
  }
}
