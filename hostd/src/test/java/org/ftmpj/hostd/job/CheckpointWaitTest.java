package org.ftmpj.hostd.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.supervisor.record.CheckpointRecord;
import org.ftmpj.transport.control.ControlBlock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointWaitTest {
  private static final int RANKS = 2;

  @TempDir Path directory;
  private JobLayout layout;
  private CheckpointWait wait;

  @BeforeEach
  void ask() throws Exception {
    layout = new JobLayout(directory);
    Files.createDirectories(layout.exitRecord(0).getParent());
    Files.createDirectories(layout.checkpointRecord(0).getParent());
    Files.createFile(layout.job());
    ControlBlock control = ControlBlock.create(layout.control(), RANKS);
    for (int rank = 0; rank < RANKS; rank++) {
      control.takeCheckpoints(rank);
      control.enter(rank, 1, 1);
    }
    wait = new CheckpointWait(layout, control, List.of(0, 1));
  }

  /** As when this thread gets no processor until the time is over. */
  @Test
  void shouldSeeAnAnswerThatIsThereThoughItsTimeIsOver() throws Exception {
    assertThat(wait.next(0)).isEmpty();
    new CheckpointRecord(1, 1, Optional.of("a lock is held"), Optional.empty())
        .write(layout.checkpointRecord(1));
    assertThat(wait.next(0))
        .hasValueSatisfying(
            answer -> {
              assertThat(answer.rank()).isEqualTo(1);
              assertThat(answer.refused()).hasValue("a lock is held");
            });
    assertThat(wait.next(0)).isEmpty();
    assertThat(wait.awaited()).containsExactly(0);
  }

  @Test
  void shouldTakeTheEndOfTheJobForTheAnswerOfAllThatAreLeft() throws Exception {
    Files.createFile(layout.ended());
    for (int rank = 0; rank < RANKS; rank++) {
      assertThat(wait.next()).hasValueSatisfying(answer -> assertThat(answer.hasEnded()).isTrue());
    }
    assertThat(wait.next()).isEmpty();
    assertThat(wait.isOver()).isTrue();
  }
}
