package org.ftmpj.launcher.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.ftmpj.common.config.LogQuota;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.job.LoggerPlace;
import org.ftmpj.common.job.Placement;
import org.ftmpj.launcher.job.JobFigures;
import org.ftmpj.supervisor.console.Console;
import org.ftmpj.supervisor.ending.JobEnd;
import org.ftmpj.supervisor.ending.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class CoordinatorDutiesTest {
  private static final int MIB = 8;
  private static final LogQuota QUOTA = LogQuota.ofMib(MIB);

  @TempDir Path directory;

  @Test
  void shouldEndTheJobWhenItsEventLoggerHereHasTheQuota() throws Exception {
    JobLayout layout = new JobLayout(directory);
    Verdict verdict = new Verdict(1);
    OutputStream none = OutputStream.nullOutputStream();
    LostHosts lost = new LostHosts(new Placement(List.of(1)));
    try (Console console = new Console(none, none, false);
        CoordinatorDuties coordination =
            new CoordinatorDuties(
                layout,
                console,
                verdict,
                new JobFigures(),
                (rank, event) -> {},
                List.of("a"),
                new RemoteRanks.Beginning(lost))) {
      coordination.requireRoom(QUOTA);
      coordination.keepWithin(QUOTA);
      Path store = Files.createDirectories(LoggerPlace.ofOnly(layout).store());
      Files.write(store.resolve("log"), new byte[MIB << 20]);
      assertThat(verdict.await())
          .isInstanceOfSatisfying(
              JobEnd.Failed.class,
              failed -> {
                assertThat(failed.reason().code()).isEqualTo(ErrorCode.LOG_QUOTA);
                assertThat(failed.reason().what()).startsWith("on the launcher's host: ");
              });
      assertThatThrownBy(() -> coordination.requireRoom(QUOTA))
          .isInstanceOf(FtmpjException.class)
          .hasMessageContaining("on the launcher's host: ");
    }
  }
}
