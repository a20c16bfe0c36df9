package org.ftmpj.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ftmpj.agent.process.Place;
import org.ftmpj.common.job.JobLayout;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LockedFilesTest {
  @TempDir Path directory;
  private JobLayout layout;
  private Path file;

  @BeforeEach
  void make() throws IOException {
    layout = new JobLayout(directory.resolve("job"));
    Files.createDirectories(layout.appended());
    file = Files.createFile(directory.resolve("file"));
  }

  @Test
  void shouldKeepALockForTheNextIncarnation() throws IOException {
    long order = lock(0, false);
    assertThat(lock(1, false)).isZero();
    assertThat(of(0).isLocked(order)).isTrue();
    of(0).unlock(order);
    assertThat(lock(1, false)).isPositive();
  }

  @Test
  void shouldShareALockThatIsShared() throws IOException {
    assertThat(lock(0, true)).isPositive();
    assertThat(lock(1, true)).isPositive();
    assertThat(lock(2, false)).isZero();
  }

  /**
   * A rank lists the notes, and another one releases its lock then: here the note leads nowhere.
   */
  @Test
  void shouldTakeANoteThatIsGoneWhenItIsReadForAReleasedLock() throws IOException {
    Files.createSymbolicLink(layout.appended().resolve("locked-7"), directory.resolve("none"));
    assertThat(lock(0, false)).isPositive();
  }

  private long lock(int rank, boolean shared) throws IOException {
    return of(rank).lock(file.toString(), 0, Long.MAX_VALUE, shared);
  }

  private LockedFiles of(int rank) {
    Path own = layout.appended();
    FileJournal journal = new FileJournal(own, rank, new OlderFiles(own, true));
    return new LockedFiles(new Place(layout, rank, 3, 1), journal);
  }
}
