package org.ftmpj.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.ftmpj.testnet.HostsNetwork;

/**
 * What has to be recorded of the NAS kernels, by number of ranks (Bouteiller et al., Table I), and
 * in the classical mode, which records every reception. It follows from the kernel: one run of each
 * will do.
 */
final class EventsOverHosts implements Benchmark {
  private static final String SIZE = "S";
  private static final int HOSTS = 2;
  private static final int MOST_RANKS = 16;
  private static final int FEW_RANKS = 4;

  /** Those that receive from any source, as the paper found, too. */
  private static final List<NasKernel> WITH_WILDCARDS = List.of(NasKernel.LU, NasKernel.MG);

  private final HostsSelection selection;

  EventsOverHosts(HostsSelection selection) {
    this.selection = selection;
  }

  @Override
  public String name() {
    return "hosts-events";
  }

  @Override
  public String title() {
    return "determinants of NAS kernels, class S on 2 hosts";
  }

  @Override
  public String axis() {
    return "ranks";
  }

  @Override
  public List<Variant> variants() {
    return List.of(Variant.CLASSICAL, Variant.PROCESS);
  }

  @Override
  public int turns() {
    return 1;
  }

  @Override
  public double seconds(int turns, boolean quick) {
    double seconds = 0;
    for (NasKernel kernel : kernels(quick)) {
      for (int ranks : ranks(kernel, quick)) {
        seconds += RelayOverHosts.START_S / 2 + ranks;
      }
    }
    return turns * variants().size() * seconds;
  }

  private List<NasKernel> kernels(boolean quick) {
    return selection.kernels(quick ? WITH_WILDCARDS : List.of(NasKernel.values()));
  }

  /** The others record nothing, on however many. */
  private static int[] ranks(NasKernel kernel, boolean quick) {
    boolean all = !quick && WITH_WILDCARDS.contains(kernel);
    return kernel.ranks(all ? HOSTS : FEW_RANKS, all ? MOST_RANKS : FEW_RANKS);
  }

  @Override
  public void measure(Jobs jobs, Variant variant, boolean quick, Results results)
      throws IOException, InterruptedException {
    try (HostsNetwork network = HostsNetwork.of(HOSTS)) {
      network.offload();
      for (NasKernel kernel : kernels(quick)) {
        for (int ranks : ranks(kernel, quick)) {
          System.err.printf("bench:   %s, %d ranks%n", kernel, ranks);
          count(jobs, network, variant, kernel, ranks, results);
        }
      }
    }
  }

  private static void count(
      Jobs jobs,
      HostsNetwork network,
      Variant variant,
      NasKernel kernel,
      int ranks,
      Results results)
      throws IOException, InterruptedException {
    List<String> options = new ArrayList<>(Nas.NO_CLOCK);
    options.add("--stats");
    Run run =
        jobs.overHosts(network, variant, ranks, options, kernel.main(), kernel.arguments(SIZE))
            .await();
    kernel.computed(run, SIZE);
    JobStatistics counted = JobStatistics.of(run);
    double share = 100.0 * counted.determinants() / counted.messages();
    results.add(
        new Row(kernel + ": determinants in 100 messages", ranks + " ranks", ranks, "%"),
        variant,
        share);
  }
}
