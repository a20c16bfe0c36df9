package org.ftmpj.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CpuQuotaTest {
  @Test
  void shouldLimitProcessesThatRunAndLetThemGo() throws Exception {
    Process process = new ProcessBuilder("sleep", "600").start();
    Optional<CpuQuota> quota = CpuQuota.of(0.1, 10_000);
    Optional<CpuQuota> other = CpuQuota.of(0.1, 10_000);
    try {
      assumeThat(quota).as("a control group, which takes root on Linux").isPresent();
      Path group = quota.get().group();
      quota.get().add(process.pid());
      assertThat(groups(process)).contains(group.getFileName().toString());
      assertThat(other.get().group()).isNotEqualTo(group).isDirectory();
      quota.get().lift();
      assertThat(groups(process)).doesNotContain(group.getFileName().toString());
      quota.get().close();
      assertThat(group).doesNotExist();
      assertThat(process.isAlive()).isTrue();
    } finally {
      process.destroyForcibly().waitFor();
      if (other.isPresent()) {
        other.get().close();
      }
    }
  }

  private static String groups(Process process) throws IOException {
    return Files.readString(Path.of("/proc", "" + process.pid(), "cgroup"));
  }
}
