package org.ftmpj.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SurroundingsTest {
  @Test
  void shouldEndTheBusyProcesses() throws Exception {
    List<Process> processes;
    try (Surroundings.Here here = Surroundings.TWO_BUSY.arrange()) {
      processes = here.processes();
      assertThat(processes).hasSize(2).allMatch(Process::isAlive);
      assertThat(here.missing()).isEmpty();
    }
    for (Process process : processes) {
      assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    }
  }

  @Test
  void shouldRunACommandWithHalfAProcessorAndLeaveNoGroupBehind() throws Exception {
    Path group;
    try (Surroundings.Here here = Surroundings.HALF_A_PROCESSOR.arrange()) {
      assumeThat(here.missing()).isEmpty();
      List<String> command = new ArrayList<>(here.prefix());
      command.addAll(List.of("cat", "/proc/self/cgroup"));
      Process process = new ProcessBuilder(command).start();
      assertThat(new String(process.getInputStream().readAllBytes()))
          .contains(here.quota().group().getFileName().toString());
      assertThat(process.waitFor()).isZero();
      group = here.quota().group();
      assertThat(group).isDirectory();
    }
    assertThat(Files.exists(group)).isFalse();
  }
}
