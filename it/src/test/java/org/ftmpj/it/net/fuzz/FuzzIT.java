package org.ftmpj.it.net.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Kills;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.it.net.NetworkJobs;
import org.ftmpj.it.net.OnHost;
import org.ftmpj.it.net.TestHosts;
import org.ftmpj.it.program.Storm;
import org.ftmpj.testnet.HostsNetwork;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Strangers at each port at which a job listens: launcher, daemons, event logger. {@code
 * -Dfuzz.minutes=10} has them there for so long.
 */
class FuzzIT {
  private static final int RANKS = 2;
  private static final int THREADS = 8;
  private static final int MESSAGES = 3_000;

  /** Connections that are made again, files that are begun. */
  private static final int SOME = 20;

  @RegisterExtension final Jobs jobs = new Jobs();

  @Test
  void shouldHaveNoEffectOnAJob() {
    long endNs =
        System.nanoTime() + TimeUnit.MINUTES.toNanos(Integer.getInteger("fuzz.minutes", 0));
    try (HostsNetwork network = TestHosts.of(3)) {
      NetworkJobs hosts = new NetworkJobs(network, jobs.directory());
      int round = 0;
      do {
        run(hosts, network, Seed.base() + round++);
      } while (System.nanoTime() < endNs);
    }
  }

  private void run(NetworkJobs hosts, HostsNetwork network, long seed) {
    int messages = MESSAGES * (Integer.getInteger("fuzz.minutes", 0) > 0 ? 10 : 1);
    JobSpec spec = JobSpec.of(Storm.class, "" + messages, "200000").ranks(RANKS);
    Job job = jobs.start(hosts.on(spec.level(Level.HOST)));
    Kills kills = new Kills(job, RANKS * messages / Storm.MESSAGES_OF_A_LINE);
    kills.awaitFraction(0.1);
    List<String> ports = Ports.of(network);
    // Launcher and two daemons on two links each, and the event logger.
    assertThat(ports).hasSizeGreaterThanOrEqualTo(7);
    List<ProcessHandle> listening =
        List.of(job.launcher(), job.logger(), job.daemon(1), job.daemon(2));
    List<Integer> before = listening.stream().map(FuzzIT::descriptorsAndThreads).toList();
    List<String> arguments = new ArrayList<>(List.of(Long.toString(seed), "" + THREADS));
    arguments.addAll(ports);
    try (OnHost fuzzer = new OnHost(network, 1, Fuzzer.class, arguments.toArray(String[]::new))) {
      kills.awaitFraction(0.5);
      System.out.println("Seed " + seed + ", ports " + ports + ": " + fuzzer.ask("end"));
    }
    job.awaitOrEnd(
        "what strangers have opened to be closed",
        () -> {
          List<Integer> now = listening.stream().map(FuzzIT::descriptorsAndThreads).toList();
          return IntStream.range(0, now.size())
              .allMatch(process -> now.get(process) <= before.get(process) + SOME);
        });
    assertThat(job.isAlive()).as("the job is alive when they are closed").isTrue();
    Result result = job.lateResult();
    assertThat(result.exitCode()).as(result.errText()).isZero();
    for (int rank = 0; rank < RANKS; rank++) {
      assertThat(result.out(rank)).contains(Storm.line(messages));
    }
    assertThat(result.errText()).contains("FTMPJ-1721").doesNotContain("Exception", "OutOfMemory");
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
