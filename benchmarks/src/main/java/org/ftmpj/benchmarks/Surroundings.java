package org.ftmpj.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What a job has to get along with. */
enum Surroundings {
  ALONE("alone", 0, false, 0),
  ONE_BUSY("beside 1 busy process", 1, false, 0),
  TWO_BUSY("beside 2 busy processes", 2, false, 0),
  FOUR_BUSY("beside 4 busy processes", 4, false, 0),
  ONE_CORE("on one core (taskset)", 0, true, 0),
  HALF_A_PROCESSOR("with 0.5 processors (cgroup)", 0, false, 0.5),
  ONE_AND_A_HALF("with 1.5 processors (cgroup)", 0, false, 1.5);

  private static final Path TASKSET = Path.of("/usr/bin/taskset");

  private final String title;
  private final int busy;
  private final boolean oneCore;

  /** 0 if there is no limit. */
  private final double processors;

  Surroundings(String title, int busy, boolean oneCore, double processors) {
    this.title = title;
    this.busy = busy;
    this.oneCore = oneCore;
    this.processors = processors;
  }

  String title() {
    return title;
  }

  /** Makes them, for a while. */
  Here arrange() throws IOException {
    if (oneCore) {
      return Files.isExecutable(TASKSET)
          ? new Here(List.of(TASKSET.toString(), "-c", "0"), List.of(), null, "")
          : new Here(List.of(), List.of(), null, "there is no " + TASKSET);
    }
    if (processors > 0) {
      return CpuQuota.of(processors)
          .map(quota -> new Here(quota.prefix(), List.of(), quota, ""))
          .orElse(new Here(List.of(), List.of(), null, "no control group can be made here"));
    }
    List<Process> processes = new ArrayList<>();
    for (int i = 0; i < busy; i++) {
      processes.add(busyProcess());
    }
    return new Here(List.of(), processes, null, "");
  }

  /** Ends by itself soon after this process. */
  private static Process busyProcess() throws IOException {
    return new ProcessBuilder(
            "sh",
            "-c",
            "while kill -0 $PPID; do i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; done")
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  /**
   * While they last.
   *
   * @param prefix of a job's command line
   * @param quota null if there is none
   * @param missing why a job cannot run in them; empty if it can
   */
  record Here(List<String> prefix, List<Process> processes, CpuQuota quota, String missing)
      implements AutoCloseable {
    @Override
    public void close() throws IOException {
      processes.forEach(Process::destroyForcibly);
      if (quota != null) {
        quota.close();
      }
    }
  }
}
