package org.ftmpj.benchmarks;

import java.io.IOException;
import java.util.List;
import org.ftmpj.testnet.HostsNetwork;

/**
 * Messages between two hosts by how often these look whether the other one is well (Batchu, MPI/FT,
 * section 5.1, which has it by the rate of heartbeats).
 */
final class Heartbeats implements Benchmark {
  private static final int[] INTERVALS_MS = {1, 3, 10, 30, 100};
  private static final int[] QUICK_MS = {1, 100};
  private static final List<String> MEASUREMENTS =
      List.of("named:64", "named:65536", "stream:1048576");

  @Override
  public String name() {
    return "hosts-heartbeat";
  }

  @Override
  public String title() {
    return "messages between two hosts, by the interval of detection (level process)";
  }

  @Override
  public String axis() {
    return "interval of detection";
  }

  @Override
  public List<Variant> variants() {
    return List.of(Variant.SELDOM, Variant.DETECTION);
  }

  @Override
  public int turns() {
    return 2;
  }

  @Override
  public double seconds(int turns, boolean quick) {
    return turns
        * (1 + intervals(quick).length)
        * RelayOverHosts.secondsOfAJob(MEASUREMENTS.size(), quick);
  }

  private static int[] intervals(boolean quick) {
    return quick ? QUICK_MS : INTERVALS_MS;
  }

  @Override
  public void measure(Jobs jobs, Variant variant, boolean quick, Results results)
      throws IOException, InterruptedException {
    try (HostsNetwork network = HostsNetwork.of(2)) {
      network.offload();
      if (variant == Variant.SELDOM) {
        List<RelayOverHosts.Measured> all = run(jobs, network, variant, List.of(), quick);
        for (int ms : intervals(quick)) {
          add(all, ms, variant, results);
        }
        return;
      }
      for (int ms : intervals(quick)) {
        add(run(jobs, network, variant, Variant.detection(ms), quick), ms, variant, results);
      }
    }
  }

  private static List<RelayOverHosts.Measured> run(
      Jobs jobs, HostsNetwork network, Variant variant, List<String> options, boolean quick)
      throws IOException, InterruptedException {
    return RelayOverHosts.run(jobs, network, variant, options, MEASUREMENTS, quick);
  }

  private static void add(
      List<RelayOverHosts.Measured> all, int ms, Variant variant, Results results) {
    for (RelayOverHosts.Measured one : all) {
      String series = one.series() + ", " + Sizes.text(one.bytes());
      results.add(new Row(series, ms + " ms", ms, one.unit()), variant, one.value());
    }
  }
}
