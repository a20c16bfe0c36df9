package org.ftmpj.supervisor.rank;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ftmpj.common.config.Options;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OrphansTest {
  @TempDir Path job;
  private final List<Process> started = new ArrayList<>();

  @AfterEach
  void end() {
    started.forEach(Process::destroyForcibly);
  }

  @Test
  void shouldKillWhatHasTheMarksOfTheIncarnationAndNothingElse() throws Exception {
    Process orphan = start(job.toString(), "3", "1");
    Process next = start(job.toString(), "3", "2");
    Process neighbour = start(job.toString(), "2", "1");
    Process elsewhere = start(job + "2", "3", "1");
    List<String> killed = new Orphans(job, 3, 1).kill();
    assertThat(killed).singleElement().asString().contains("" + orphan.pid(), "sleep");
    assertThat(orphan.waitFor()).isEqualTo(128 + 9);
    assertThat(List.of(next, neighbour, elsewhere)).allMatch(Process::isAlive);
    assertThat(new Orphans(job, 3, 1).kill()).isEmpty();
  }

  private Process start(String directory, String rank, String incarnation) throws Exception {
    ProcessBuilder builder = new ProcessBuilder("sleep", "1000");
    builder.environment().put(Options.JOB_DIR.environment(), directory);
    builder.environment().put(Options.RANK.environment(), rank);
    builder.environment().put(Options.INCARNATION.environment(), incarnation);
    started.add(builder.start());
    return started.get(started.size() - 1);
  }
}
