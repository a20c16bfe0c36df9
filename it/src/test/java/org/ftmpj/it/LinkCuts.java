package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.net.NetworkJobs;
import org.ftmpj.it.net.TestHosts;
import org.ftmpj.it.program.Gaps;
import org.ftmpj.testnet.HostsNetwork;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A measurement: for how long nothing arrives when one of two links is cut under load, 50 times. No
 * test of every build; docs/testing.md says how to run it.
 */
class LinkCuts {
  private static final int CUTS = 50;
  private static final int CUT_MS = 500;
  private static final int WELL_MS = 900;
  private static final int LEAST_MS = 5;

  /** Few: what fills logs fast waits for the memory of its mapped files, more than for a cut. */
  private static final int BYTES = 64;

  private static final String GAP = "gap ";

  @RegisterExtension final Jobs jobs = new Jobs();

  @Test
  void measure() {
    int seconds = 5 + CUTS * (CUT_MS + WELL_MS) / 1000;
    try (HostsNetwork network = TestHosts.of(3)) {
      NetworkJobs hosts = new NetworkJobs(network, jobs.directory());
      JobSpec spec = JobSpec.of(Gaps.class, "" + seconds, "" + LEAST_MS, "" + BYTES).ranks(2);
      Job job = jobs.start(hosts.on(spec));
      pause(3_000);
      List<Integer> linesBefore = new ArrayList<>();
      for (int cut = 0; cut < CUTS && job.isAlive(); cut++) {
        int link = cut % HostsNetwork.LINKS;
        linesBefore.add(job.linesOfRanks());
        network.cut(2, link);
        pause(CUT_MS);
        network.restore(2, link);
        pause(WELL_MS);
      }
      linesBefore.add(job.linesOfRanks());
      report(job.lateResult(), linesBefore);
    }
  }

  /** The longest gap after each cut; a cut after which there was none counts as the least. */
  private static void report(Result result, List<Integer> linesBefore) {
    assertThat(result.exitCode()).as(result.errText()).isZero();
    List<Integer> gaps =
        result.out(0).stream()
            .map(line -> line.startsWith(GAP) ? Integer.parseInt(line.substring(GAP.length())) : 0)
            .toList();
    int[] longest =
        IntStream.range(0, linesBefore.size() - 1)
            .map(
                cut ->
                    gaps.subList(linesBefore.get(cut), linesBefore.get(cut + 1)).stream()
                        .mapToInt(gap -> gap)
                        .max()
                        .orElse(LEAST_MS))
            .sorted()
            .toArray();
    int[] undisturbed =
        gaps.subList(0, linesBefore.get(0)).stream().mapToInt(gap -> gap).sorted().toArray();
    System.out.printf(
        "%d cuts, longest gap after each in ms: median %d, worst %d; all %s%n",
        longest.length,
        longest[longest.length / 2],
        longest[longest.length - 1],
        Arrays.toString(longest));
    System.out.println("Gaps before the first cut: " + Arrays.toString(undisturbed));
  }

  private static void pause(int ms) {
    LockSupport.parkNanos(ms * 1_000_000L);
  }
}
