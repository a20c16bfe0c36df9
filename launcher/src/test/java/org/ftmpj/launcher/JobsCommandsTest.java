package org.ftmpj.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.launcher.sample.Exits;
import org.ftmpj.supervisor.record.JobRecord;
import org.ftmpj.supervisor.record.StoppedRecord;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code ftmpj jobs}, {@code status} and {@code clean}, with real jobs and real kills. */
@Timeout(300)
class JobsCommandsTest {

  @TempDir Path home;

  @BeforeEach
  void install() throws Exception {
    PlayedInstallation.make(home);
  }

  @Test
  @Rotated(
      kind = "commands about jobs",
      turns = {2, 6})
  void shouldShowARunningJobAndRefuseToRemoveIt() throws Exception {
    try (Ftmpj job = running()) {
      String id = onlyJob().getFileName().toString();
      assertThat(out("jobs"))
          .containsPattern(id + " +running +2 .* " + job.pid() + " alive +" + onlyJob());
      assertThat(out("jobs", "--json"))
          .contains("\"state\": \"running\"", "\"launcher_pid\": " + job.pid());
      String status = out("status", id);
      for (long pid : job.pids()) {
        assertThat(status).containsPattern("[01] +running +1 +" + pid + " +0 +0");
      }
      assertThat(status).contains("event logger process ");
      assertThat(out("status", "--json", onlyJob().toString()))
          .contains("\"incarnation\": 1", "\"deaths\": 0", "\"channels\": ");

      try (Ftmpj clean = Ftmpj.start(home, "clean", id)) {
        assertThat(clean.exitCode()).isEqualTo(70);
        assertThat(clean.err()).contains("FTMPJ-1604", id);
      }
      assertThat(out("clean")).contains("nothing removed");
      assertThat(job.pids()).allMatch(Ftmpj::isAlive);

      try (Ftmpj kill = Ftmpj.start(home, "kill", id, "2")) {
        assertThat(kill.exitCode()).isEqualTo(64);
        assertThat(kill.err()).contains("FTMPJ-1601", "ranks 0 to 1, not 2");
      }
      String killed = out("kill", id, "1");
      assertThat(killed).matches("killed rank 1, process \\d+, by SIGKILL\n");
      long pid = Long.parseLong(killed.replaceAll(".*process (\\d+),.*\n", "$1"));
      assertThat(job.pids()).contains(pid);
      await().until(() -> !Ftmpj.isAlive(pid));
    }
  }

  @Test
  @Rotated(
      kind = "commands about jobs",
      turns = {3, 7})
  void shouldWatchAJobUntilCtrlCOrUntilItHasEnded() throws Exception {
    try (Ftmpj job = running();
        Ftmpj watch = Ftmpj.start(home, "status", "--watch", onlyJob().toString());
        Ftmpj stopped = Ftmpj.start(home, "status", "--watch", "0.5", onlyJob().toString())) {
      await().until(() -> pages(stopped) >= 1);
      Ftmpj.signal("INT", stopped.pid());
      assertThat(stopped.exitCode()).isEqualTo(130);
      assertThat(stopped.err()).isEmpty();
      assertThat(job.pids()).allMatch(Ftmpj::isAlive);

      await().until(() -> pages(watch) >= 2);
      assertThat(watch.out())
          .contains("logs grow    channels ")
          .containsPattern(
              "RANK +STATE +.* CLOCK +PER SECOND +GATE WAITS +WAITED +DEATHS +RECOVERIES +LAST")
          .containsPattern("0 +running +1 +(" + job.pids().get(0) + "|" + job.pids().get(1) + ") ");
      Ftmpj.signal("TERM", job.pid());
      assertThat(watch.exitCode()).as(watch.err()).isZero();
      assertThat(watch.out()).endsWith(" has ended.\n");
      assertThat(watch.err()).isEmpty();
    }
  }

  private static long pages(Ftmpj watch) {
    return watch.out().lines().filter(line -> line.startsWith("RANK ")).count();
  }

  @Test
  @Rotated(
      kind = "commands about jobs",
      turns = {0, 4})
  void shouldFindAndRemoveWhatAKilledLauncherLeftBehind() throws Exception {
    try (Ftmpj job = running()) {
      List<Long> children = job.children();
      // It cannot end by itself when its life-line does.
      long suspended = job.pids().get(0);
      Ftmpj.signal("STOP", suspended);
      Ftmpj.signal("KILL", job.pid());
      await()
          .until(
              () -> children.stream().filter(Ftmpj::isAlive).toList().equals(List.of(suspended)));

      Path directory = onlyJob();
      assertThat(out("jobs")).containsPattern("orphaned +2 .* gone");
      assertThat(out("status", directory.toString())).contains("suspended", "dead");
      try (Ftmpj next = run("-np", "1", Exits.class.getName(), "0", "0")) {
        assertThat(next.exitCode()).isZero();
        assertThat(next.err())
            .isEqualTo(
                "ftmpj: a job was left behind by a launcher that died;"
                    + " `ftmpj jobs` shows, `ftmpj clean` removes it\n");
      }
      assertThat(out("clean")).contains("removed job", directory.toString(), "1 processes ended");
      assertThat(Ftmpj.isAlive(suspended)).isFalse();
      assertThat(directory).doesNotExist();
      assertThat(out("jobs")).isEqualTo("no jobs\n");
    }
  }

  @Test
  void shouldRemoveAKeptDirectoryOnlyIfTold() throws Exception {
    try (Ftmpj job = run("--keep", "-np", "1", Exits.class.getName(), "0", "3")) {
      assertThat(job.exitCode()).isEqualTo(3);
    }
    assertThat(out("jobs")).contains("ended");
    assertThat(out("status", onlyJob().toString())).contains("ended: exit code 3");
    assertThat(out("clean")).contains("nothing removed");
    assertThat(out("clean", "--all", "--json")).contains("\"processes_ended\": 0");
    assertThat(out("jobs")).isEqualTo("no jobs\n");
  }

  @Test
  @Rotated(
      kind = "commands about jobs",
      turns = {1, 5})
  void shouldSpareAStoppedJobUnlessItIsNamed() throws Exception {
    try (Ftmpj job = run("--keep", "-np", "1", Exits.class.getName(), "0", "3")) {
      assertThat(job.exitCode()).isEqualTo(3);
    }
    JobLayout layout = new JobLayout(onlyJob());
    Files.delete(layout.ended());
    new StoppedRecord(
            JobRecord.read(layout.job()).orElseThrow().launcher(),
            Instant.now(),
            "its time was over",
            true,
            false,
            Map.of(),
            List.of())
        .write(layout.stopped());
    String id = onlyJob().getFileName().toString();
    assertThat(out("jobs")).containsPattern(id + " +stopped ");
    assertThat(out("status", id)).contains("state        stopped").doesNotContain("dead");
    assertThat(out("clean")).isEqualTo("nothing removed\n");
    assertThat(out("clean", "--all"))
        .contains("nothing removed\n", "kept job " + id, "`ftmpj resume " + id + "`");
    assertThat(out("clean", id)).contains("removed job " + id);
  }

  /** At level host, where the event logger starts at once. */
  private Ftmpj running() throws Exception {
    Ftmpj ftmpj = run("--durability", "host", "-np", "2", Exits.class.getName(), "none");
    await().until(() -> ftmpj.pids().size() == 2 && ftmpj.children().size() == 3);
    return ftmpj;
  }

  private Ftmpj run(String... arguments) throws Exception {
    return Ftmpj.start(
        home,
        Stream.concat(Stream.of("run", "-cp", Ftmpj.CLASS_PATH), Stream.of(arguments))
            .toArray(String[]::new));
  }

  private String out(String... arguments) throws Exception {
    try (Ftmpj command = Ftmpj.start(home, arguments)) {
      assertThat(command.exitCode()).as(command.err()).isZero();
      return command.out();
    }
  }

  private Path onlyJob() throws IOException {
    Path root = home.resolve("ftmpj-" + System.getProperty("user.name"));
    try (Stream<Path> jobs = Files.list(root)) {
      return jobs.reduce((a, b) -> a).orElseThrow();
    }
  }
}
