package org.ftmpj.it;

import java.util.List;
import java.util.concurrent.locks.LockSupport;
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
 * test of every build; CONTRIBUTING says how to run it.
 */
class LinkCuts {
  private static final int CUTS = 50;
  private static final int CUT_MS = 500;
  private static final int WELL_MS = 900;
  private static final int LEAST_MS = 5;

  @RegisterExtension final Jobs jobs = new Jobs();

  @Test
  void measure() {
    int seconds = 5 + CUTS * (CUT_MS + WELL_MS) / 1000;
    try (HostsNetwork network = TestHosts.of(3)) {
      NetworkJobs hosts = new NetworkJobs(network, jobs.directory());
      JobSpec spec = JobSpec.of(Gaps.class, "" + seconds, "" + LEAST_MS, "4096").ranks(2);
      Job job = jobs.start(hosts.on(spec));
      pause(3_000);
      for (int cut = 0; cut < CUTS && job.isAlive(); cut++) {
        int link = cut % HostsNetwork.LINKS;
        long before = job.linesOfRanks();
        network.cut(2, link);
        pause(CUT_MS);
        network.restore(2, link);
        pause(WELL_MS);
        System.out.println(
            "cut " + cut + " of link " + link + ": " + (job.linesOfRanks() - before));
      }
      Result result = job.lateResult();
      List<Integer> gaps =
          result.out(0).stream()
              .filter(line -> line.startsWith("gap "))
              .map(line -> Integer.parseInt(line.substring("gap ".length())))
              .sorted()
              .toList();
      System.out.println("All gaps of more than " + LEAST_MS + " ms, in ms: " + gaps);
      List<Integer> longest = gaps.subList(Math.max(0, gaps.size() - CUTS), gaps.size());
      System.out.printf(
          "%d cuts: the %d longest gaps: median %d ms, worst %d ms%n",
          CUTS, longest.size(), longest.get(longest.size() / 2), longest.get(longest.size() - 1));
    }
  }

  private static void pause(int ms) {
    LockSupport.parkNanos(ms * 1_000_000L);
  }
}
