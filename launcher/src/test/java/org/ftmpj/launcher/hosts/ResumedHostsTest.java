package org.ftmpj.launcher.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ftmpj.common.config.Durability;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.job.Placement;
import org.ftmpj.launcher.registry.JobRegistry;
import org.ftmpj.supervisor.record.HostsRecord;
import org.ftmpj.supervisor.record.JobRecord;
import org.ftmpj.supervisor.record.ProcessIdentity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs that cannot be resumed, and why. */
class ResumedHostsTest {
  /** Of this boot, but what has this process's id has started at another time. */
  private static final ProcessIdentity DEAD =
      new ProcessIdentity(
          ProcessHandle.current().pid(), "1@" + ProcessIdentity.current().boot().orElse(""));

  @TempDir Path temporary;

  @Test
  void shouldNotResumeAJobThatMayHaveGoneOnWithoutItsLauncher() throws Exception {
    JobLayout layout = job(0);
    Files.createDirectories(layout.logger());
    Files.writeString(layout.agreeingLoggers(), "a:1,b:1,c:1\n");
    assertRefused("may have gone on with another coordinator: `ftmpj run --attach`");
  }

  @Test
  void shouldNotResumeThePartOfAHost() throws Exception {
    job(1);
    assertRefused("is a host's part of a job");
  }

  @Test
  void shouldNotResumeAJobOfWhichItIsNotKnownHowItWasStarted() throws Exception {
    job(0);
    assertRefused("was started with neither --walltime nor checkpoints");
  }

  private JobLayout job(int host) throws Exception {
    Path directory = temporary.resolve("a");
    JobLayout layout = new JobLayout(Files.createDirectory(directory));
    new JobRecord(DEAD, Instant.now(), 2, Durability.QUORUM, "Main").write(layout.job());
    new HostsRecord(host, List.of("a", "b"), new Placement(List.of(1, 2))).write(layout.hosts());
    return layout;
  }

  private void assertRefused(String why) {
    assertThatThrownBy(
            () ->
                new ResumedHosts(
                    JobRegistry.ofUser().find(temporary.resolve("a").toString()),
                    ChangedHosts.NONE,
                    Optional.empty(),
                    Map.of()))
        .isInstanceOfSatisfying(
            FtmpjException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_RESUMABLE))
        .hasMessageContaining(why);
  }
}
