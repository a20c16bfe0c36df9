package org.ftmpj.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.lang.ProcessBuilder.Redirect;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ftmpj.launcher.sample.Dies;
import org.ftmpj.launcher.sample.Exits;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code ftmpj run} with real processes; the agent's part is played by a small one. */
@Timeout(300)
class JobRunTest {
  /** Of the metrics, with the end of its line. */
  private static final Pattern URL = Pattern.compile("ftmpj: metrics at (http://127.*)\n");

  @TempDir Path home;
  private Path job;

  @BeforeEach
  void installThePlayedAgent() throws Exception {
    job = home.resolve("job");
    PlayedInstallation.make(home);
  }

  @Test
  void shouldRestartAKilledRankAndPrintEachLineOnce() throws Exception {
    try (Ftmpj ftmpj = run("-np", "2", Dies.class.getName())) {
      assertThat(ftmpj.exitCode()).as(ftmpj.err()).isZero();
      assertThat(wholeLines(ftmpj.out()))
          .containsExactlyInAnyOrder(
              "0: one",
              "0: two",
              "0: three",
              "0: raw process",
              "1: one",
              "1: two",
              "1: three",
              "1: raw process");
      assertThat(ftmpj.err())
          .containsPattern(
              "(?m)^ftmpj: rank 1 \\(incarnation 1\\) died: signal 9 \\(SIGKILL\\);"
                  + " noticed at \\d\\d:\\d\\d:\\d\\d\\.\\d{3}; restarting$")
          .containsPattern(
              "(?m)^ftmpj: rank 1 recovered as incarnation 2 in \\d+ ms: 312 determinants and 1204"
                  + " messages replayed, 400 sends already done$");
      assertThat(job).doesNotExist();
    }
  }

  /**
   * Of {@link Dies}. The console lets others wait for the end of the line in which rank 1 dies, but
   * on a busy machine that rank may come back too late: then the rest is a line.
   */
  private static List<String> wholeLines(String out) {
    List<String> lines = new ArrayList<>(out.lines().toList());
    if (lines.contains("o") && lines.remove("1: tw")) {
      lines.set(lines.indexOf("o"), "1: two");
    }
    return lines;
  }

  @Test
  void shouldServeMetricsWhileTheJobRunsIfTold() throws Exception {
    try (Ftmpj ftmpj = running("--metrics", "0")) {
      await().until(() -> URL.matcher(ftmpj.err()).find());
      Matcher url = URL.matcher(ftmpj.err());
      assertThat(url.find()).isTrue();
      await()
          .untilAsserted(
              () ->
                  assertThat(scrape(url.group(1)))
                      .contains(
                          "ftmpj_ranks_alive 2.0",
                          "ftmpj_output_lines_total{stream=\"stdout\"} 2.0"));
      assertThat(scrape(url.group(1)))
          .contains(
              "ftmpj_ranks 2.0",
              "ftmpj_ranks_alive 2.0",
              "ftmpj_incarnation{rank=\"1\"} 1.0",
              "ftmpj_operation_clock{rank=\"0\"} 0.0",
              "ftmpj_gate_waits_total{rank=\"0\"} 0.0",
              "ftmpj_gate_wait_seconds_total{rank=\"0\"} 0.0",
              "ftmpj_deaths_total{rank=\"0\"} 0.0",
              "ftmpj_recoveries_total{rank=\"1\"} 0.0",
              "ftmpj_recovery_seconds_count 0")
          .contains("ftmpj_log_bytes{log=\"channels\"}");
      Ftmpj.signal("KILL", ftmpj.pids().get(1));
      await()
          .untilAsserted(
              () ->
                  assertThat(scrape(url.group(1)))
                      .containsPattern("ftmpj_deaths_total\\{rank=\"[01]\"} 1\\.0")
                      .containsPattern("ftmpj_incarnation\\{rank=\"[01]\"} 2\\.0")
                      .contains("ftmpj_ranks_alive 2.0"));
      Ftmpj.signal("TERM", ftmpj.pid());
      assertThat(ftmpj.exitCode()).isEqualTo(143);
    }
  }

  @Test
  void shouldNotStartAJobWhoseMetricsCannotBeServed() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Ftmpj ftmpj =
            run("--metrics", "" + taken.getLocalPort(), "-np", "1", Dies.class.getName())) {
      assertThat(ftmpj.exitCode()).isEqualTo(70);
      assertThat(ftmpj.err()).contains("FTMPJ-1609", "127.0.0.1:" + taken.getLocalPort());
      assertThat(job).doesNotExist();
    }
  }

  private static String scrape(String url) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(url)).build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
  }

  @Test
  void shouldEndWithTheCodeOfTheFirstRankThatFails() throws Exception {
    try (Ftmpj ftmpj = run("-np", "3", Exits.class.getName(), "1", "42")) {
      assertThat(ftmpj.exitCode()).as(ftmpj.err()).isEqualTo(42);
      assertNothingIsLeft(ftmpj);
      assertThat(ftmpj.err())
          .isEqualTo(
              "ftmpj: rank 1 ended with exit code 42, which ends the job;"
                  + " 2 other ranks were stopped\n");
    }
  }

  /** A device that is always full. */
  @Test
  void shouldStopAJobWhoseOutputCannotBeWritten() throws Exception {
    Redirect full = Redirect.to(new File("/dev/full"));
    String[] arguments = {"-np", "2", "-cp", Ftmpj.CLASS_PATH, "--job-dir", "" + job};
    for (String way : List.of("--label", "--stock")) {
      List<String> run = new ArrayList<>(List.of("run", way));
      run.addAll(List.of(arguments).subList(0, way.equals("--stock") ? 4 : 6));
      run.addAll(List.of(Exits.class.getName(), "none"));
      try (Ftmpj ftmpj = Ftmpj.start(home, full, run.toArray(String[]::new))) {
        assertThat(ftmpj.exitCode()).as(ftmpj.err()).isEqualTo(70);
        assertThat(ftmpj.err())
            .contains(
                "FTMPJ-1612: what the ranks print cannot be written (No space left on device).");
        assertThat(ftmpj.children()).isEmpty();
        assertThat(job).doesNotExist();
      }
    }
    try (Ftmpj ftmpj = Ftmpj.start(home, full, "jobs", "--json")) {
      assertThat(ftmpj.exitCode()).as(ftmpj.err()).isEqualTo(70);
      assertThat(ftmpj.err()).contains("FTMPJ-1612: standard output cannot be written.");
    }
  }

  @Test
  void shouldStopEverythingOnSigterm() throws Exception {
    try (Ftmpj ftmpj = running()) {
      Ftmpj.signal("TERM", ftmpj.pid());
      assertThat(ftmpj.exitCode()).isEqualTo(143);
      assertThat(ftmpj.err())
          .isEqualTo("ftmpj: the job was stopped by SIGTERM; 2 ranks were stopped\n");
      assertNothingIsLeft(ftmpj);
    }
  }

  @Test
  void shouldStopEverythingOnCtrlC() throws Exception {
    try (Ftmpj ftmpj = running()) {
      // At a terminal the ranks get it too.
      for (long pid : ftmpj.pids()) {
        Ftmpj.signal("INT", pid);
      }
      Ftmpj.signal("INT", ftmpj.pid());
      assertThat(ftmpj.exitCode()).isEqualTo(130);
      assertNothingIsLeft(ftmpj);
      assertThat(ftmpj.err()).doesNotContain("died");
    }
  }

  @Test
  void shouldLeaveNoProcessBehindWhenItIsKilled() throws Exception {
    try (Ftmpj ftmpj = running()) {
      List<Long> children = ftmpj.children();
      assertThat(children).as("2 ranks and the event logger").hasSize(3);
      Ftmpj.signal("KILL", ftmpj.pid());
      await().until(() -> children.stream().noneMatch(Ftmpj::isAlive));
    }
  }

  @Test
  void shouldStartAKilledEventLoggerAgainOnTheSamePort() throws Exception {
    try (Ftmpj ftmpj = running("--durability", "host")) {
      Path file = job.resolve("logger/address");
      await().until(() -> Files.exists(file));
      String address = Files.readString(file).strip();
      int port = Integer.parseInt(address.substring(address.indexOf(':') + 1));
      long logger = eventLogger(ftmpj);
      Ftmpj.signal("KILL", logger);
      await().until(() -> !Ftmpj.isAlive(logger));
      await()
          .ignoreExceptionsInstanceOf(ConnectException.class)
          .until(
              () -> {
                new Socket(InetAddress.getLoopbackAddress(), port).close();
                return true;
              });
      await().until(() -> Files.exists(file));
      assertThat(file).content().isEqualTo(address + "\n");
      String restarting = "ftmpj: the event logger died: signal 9 (SIGKILL); restarting";
      await().untilAsserted(() -> assertThat(ftmpj.err()).contains(restarting));
      Ftmpj.signal("TERM", ftmpj.pid());
      assertThat(ftmpj.exitCode()).isEqualTo(143);
    }
  }

  @Test
  void shouldKeepTheJobDirectoryOnRequest() throws Exception {
    try (Ftmpj ftmpj = run("--keep", "-np", "1", Dies.class.getName())) {
      assertThat(ftmpj.exitCode()).as(ftmpj.err()).isZero();
      assertThat(ftmpj.err()).isEqualTo("ftmpj: the job directory is " + job + "\n");
      assertThat(Files.getPosixFilePermissions(job)).hasSize(3);
      assertThat(Files.getPosixFilePermissions(job.resolve("secret"))).hasSize(2);
      assertThat(job.resolve("exit/0")).content().contains("PROGRAM 1 status");
    }
  }

  @Test
  void shouldSayThatTheVirtualMachineDoesNotStartAndLeaveNothing() throws Exception {
    try (Ftmpj ftmpj = run("-np", "1", "-J", "-Xmx1", Dies.class.getName())) {
      assertThat(ftmpj.exitCode()).isEqualTo(70);
      assertThat(ftmpj.out()).contains("Too small maximum heap");
      assertThat(ftmpj.err()).startsWith("ftmpj: FTMPJ-1602: ");
      assertThat(job).doesNotExist();
    }
  }

  @Test
  void shouldRefuseADirectoryThatIsInUse() throws Exception {
    Files.createDirectory(job);
    Files.createFile(job.resolve("precious"));
    try (Ftmpj ftmpj = run("-np", "1", Dies.class.getName())) {
      assertThat(ftmpj.exitCode()).isEqualTo(70);
      assertThat(ftmpj.err()).contains("FTMPJ-1301", job.toString());
      assertThat(job.resolve("precious")).exists();
    }
  }

  @Test
  void shouldReportAllWrongOptionsAtOnce() throws Exception {
    Path config = Files.writeString(home.resolve("f"), "ft.log.level=loud\nft.colour=red\n");
    try (Ftmpj ftmpj =
        run("--config", "" + config, "--durability", "x", "-np", "1", Dies.class.getName())) {
      assertThat(ftmpj.exitCode()).isEqualTo(64);
      assertThat(ftmpj.err()).contains("FTMPJ-1001", "loud", "colour", "durability");
      assertThat(ftmpj.err().lines()).hasSize(1);
    }
  }

  @Test
  void shouldRefuseOptionsOfRanksThatContradictItsOwn() throws Exception {
    try (Ftmpj ftmpj =
        run(
            "--durability",
            "host",
            "-J",
            "-Dft.durability=process",
            "-J",
            "-Dft.rank=7",
            "-J",
            "-Dft.log.level=loud",
            "-np",
            "1",
            Dies.class.getName())) {
      assertThat(ftmpj.exitCode()).isEqualTo(64);
      assertThat(ftmpj.err())
          .contains(
              "FTMPJ-1001",
              "--durability host and -J -Dft.durability=process contradict each other",
              "-Dft.rank is set by ftmpj run itself",
              "loud");
    }
  }

  private Ftmpj running(String... options) throws Exception {
    List<String> arguments = new ArrayList<>(List.of(options));
    arguments.addAll(List.of("-np", "2", Exits.class.getName(), "none"));
    Ftmpj ftmpj = run(arguments.toArray(String[]::new));
    await().until(() -> ftmpj.pids().size() == 2 && ftmpj.children().size() == 3);
    return ftmpj;
  }

  private Ftmpj run(String... arguments) throws Exception {
    List<String> all = new ArrayList<>(List.of("run", "-cp", Ftmpj.CLASS_PATH));
    all.addAll(List.of("--job-dir", job.toString()));
    all.addAll(List.of(arguments));
    return Ftmpj.start(home, all.toArray(String[]::new));
  }

  private static long eventLogger(Ftmpj ftmpj) {
    List<Long> others = new ArrayList<>(ftmpj.children());
    others.removeAll(ftmpj.pids());
    assertThat(others).hasSize(1);
    return others.get(0);
  }

  private void assertNothingIsLeft(Ftmpj ftmpj) {
    assertThat(ftmpj.pids()).noneMatch(Ftmpj::isAlive);
    assertThat(ftmpj.children()).isEmpty();
    assertThat(job).doesNotExist();
  }
}
