package org.ftmpj.it.net.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.it.net.NetworkJobs;
import org.ftmpj.it.net.OnHost;
import org.ftmpj.it.net.TestHosts;
import org.ftmpj.it.program.Marathon;
import org.ftmpj.testing.Rotated;
import org.ftmpj.testnet.HostsNetwork;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Strangers at each port at which a job listens: launcher, metrics, daemons, event logger, and the
 * doorbells of one host. {@code -Dfuzz.minutes=10} has them there for so long.
 */
@Rotated(kind = "networks", turns = 2)
class FuzzIT {
  private static final int RANKS = 3;
  private static final int THREADS = 8;

  /** Connections that are made again, files that are begun. */
  private static final int SOME = 20;

  @RegisterExtension final Jobs jobs = new Jobs();

  @Test
  void shouldHaveNoEffectOnAJob() throws IOException {
    try (HostsNetwork network = TestHosts.of(3)) {
      Path end = jobs.directory().resolve("end");
      JobSpec spec =
          JobSpec.of(Marathon.class, end.toString(), "0")
              .ranks(RANKS)
              .with("--metrics", network.address(0, 0) + ":0");
      NetworkJobs hosts = new NetworkJobs(network, jobs.directory());
      Job job = jobs.start(hosts.on(spec.level(Level.HOST)));
      job.awaitOrEnd("the first rounds", () -> job.linesOfRanks() >= RANKS);
      List<ProcessHandle> listening =
          List.of(job.launcher(), job.logger(), job.daemon(1), job.daemon(2));
      List<Integer> before = listening.stream().map(FuzzIT::descriptorsAndThreads).toList();
      attack(network);
      job.awaitOrEnd(
          "what strangers have opened to be closed",
          () -> {
            List<Integer> now = listening.stream().map(FuzzIT::descriptorsAndThreads).toList();
            return IntStream.range(0, now.size())
                .allMatch(process -> now.get(process) <= before.get(process) + SOME);
          });
      Files.createFile(end);
      Result result = job.lateResult();
      assertThat(result.exitCode()).as(result.errText()).isZero();
      assertThat(result.out(0)).anyMatch(line -> line.startsWith("end after"));
      assertThat(result.errText()).doesNotContain("Exception", "OutOfMemory", "recovered");
    }
  }

  private static void attack(HostsNetwork network) {
    List<String> ports = Ports.of(network);
    // Launcher and two daemons on two links each, the event logger, and metrics.
    assertThat(ports).hasSize(8);
    List<String> doorbells = Ports.doorbells(network, 1);
    // Two ranks and their daemon.
    assertThat(doorbells).hasSizeGreaterThanOrEqualTo(3);
    List<String> arguments = new ArrayList<>(List.of(Long.toString(Seed.base()), "" + THREADS));
    arguments.addAll(ports);
    arguments.addAll(doorbells);
    long seconds = Math.max(5, TimeUnit.MINUTES.toSeconds(Integer.getInteger("fuzz.minutes", 0)));
    try (OnHost fuzzer = new OnHost(network, 1, Fuzzer.class, arguments.toArray(String[]::new))) {
      LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(seconds));
      System.out.println(
          "Seed " + Seed.base() + ", " + ports + doorbells + ": " + fuzzer.ask("end"));
    }
  }

  /** 0 if it has ended. */
  private static int descriptorsAndThreads(ProcessHandle process) {
    return entries(process, "fd") + entries(process, "task");
  }

  private static int entries(ProcessHandle process, String directory) {
    String[] names = Path.of("/proc", "" + process.pid(), directory).toFile().list();
    return names == null ? 0 : names.length;
  }
}
