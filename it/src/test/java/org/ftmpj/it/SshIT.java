package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.LocalHosts;
import org.ftmpj.it.job.Notices;
import org.ftmpj.it.job.Recorded;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.net.SshServer;
import org.ftmpj.samples.ring.Ring;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Jobs on hosts that a real ssh reaches, which are all this machine. */
class SshIT {
  private static final int FTMPJ_ERROR = 70;
  private static final int INTERRUPTED = 130;

  @RegisterExtension final Jobs jobs = new Jobs();

  private SshServer server;

  @BeforeEach
  void start() throws IOException {
    server = SshServer.start(jobs.directory().resolve("ssh"));
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.close();
    }
  }

  private Job job(String hosts) {
    return jobs.start(
        JobSpec.of(Ring.class, "100000", "100000")
            .ranks(2)
            .with("--hosts", hosts, "--bind", "127.0.0.1", "--remote-shell", server.ssh())
            .with("--remote-ftmpj", LocalHosts.ftmpj(jobs.directory()).toString()));
  }

  @Test
  @Rotated(
      kind = "starts and ends over hosts",
      turns = {1, 5})
  void shouldSurviveTheDeathsOfARankAndOfAnSshAndEndByCtrlC() throws IOException {
    Job job = job("localhost,127.0.0.1");
    job.awaitOrEnd("some output", () -> job.linesOfRanks() > 100);
    assertThat(commandLines()).noneMatch(line -> line.contains(secret(job)));

    Job.kill(job.rank(1));
    job.awaitOrEnd("a recovery", () -> job.notices(Notices.RECOVERED) == 1);
    ProcessHandle ssh = job.launcher().children().filter(SshIT::isSsh).findFirst().orElseThrow();
    Job.kill(ssh);
    await().until(() -> !ssh.isAlive());
    // By now the daemon has noticed, too, and asked the launcher whether it is there.
    int lines = job.linesOfRanks();
    job.awaitOrEnd("more output", () -> job.linesOfRanks() > lines + 1000);
    assertThat(job.isAlive()).as(job.errors("").toString()).isTrue();

    job.interrupt();
    Result result = job.result();
    assertThat(result.exitCode()).as(result.errText()).isEqualTo(INTERRUPTED);
    assertThat(result.errText()).contains("the job was stopped by SIGINT").doesNotContain("lost");
  }

  private static boolean isSsh(ProcessHandle process) {
    return process.info().command().filter(command -> command.endsWith("/ssh")).isPresent();
  }

  private static String secret(Job job) {
    try {
      return Files.readString(new Recorded(job).directory().resolve("secret")).strip();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static List<String> commandLines() throws IOException {
    try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
      return processes.map(process -> read(process.resolve("cmdline"))).toList();
    }
  }

  /** Empty for what is no process, or not any more. */
  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return "";
    }
  }

  @Test
  @Rotated(kind = "starts and ends over hosts", turns = 1)
  void shouldEndEverythingWhenTheLauncherIsKilled() throws Exception {
    Job job = job("a,b");
    job.awaitOrEnd("some output", () -> job.linesOfRanks() > 5);
    job.kill();
    await().until(() -> job.livingProcesses().isEmpty());
    HostsIT.clean(job, 1);
  }

  @Test
  @Rotated(kind = "starts and ends over hosts", turns = 3)
  void shouldSayWhatSshSaysOfAHostAndAskNothing() {
    Job job = job("a,stranger");
    Result result = job.result();
    assertThat(result.exitCode()).isEqualTo(FTMPJ_ERROR);
    assertThat(result.errText())
        .contains("host stranger: Host key verification failed.")
        .contains("FTMPJ-1613: host stranger cannot join");
    // The daemon on the other host may still have been starting, and finds no launcher.
    await().until(() -> job.livingProcesses().isEmpty());
  }
}
