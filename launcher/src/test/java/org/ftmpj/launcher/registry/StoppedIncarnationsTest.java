package org.ftmpj.launcher.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.supervisor.record.AtomicFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoppedIncarnationsTest {
  private static final int RANK = 1;

  @TempDir Path directory;
  private JobLayout layout;

  @BeforeEach
  void layOut() throws Exception {
    layout = new JobLayout(directory);
    Files.createDirectories(layout.incarnation(RANK).getParent());
  }

  private int before(int incarnation) {
    return StoppedIncarnations.before(layout, RANK, incarnation);
  }

  @Test
  void shouldCountThoseAfterWhichAnotherOneCame() {
    assertThat(before(1)).isZero();
    StoppedIncarnations.note(layout, RANK);
    AtomicFile.write(layout.incarnation(RANK), "2\n");
    StoppedIncarnations.note(layout, RANK);
    assertThat(before(2)).isZero();
    assertThat(before(3)).isEqualTo(1);
    // A resumption that did not come to start it.
    StoppedIncarnations.note(layout, RANK);
    assertThat(before(3)).isEqualTo(1);
    AtomicFile.write(layout.incarnation(RANK), "4\n");
    StoppedIncarnations.note(layout, RANK);
    assertThat(before(5)).isEqualTo(2);
  }
}
