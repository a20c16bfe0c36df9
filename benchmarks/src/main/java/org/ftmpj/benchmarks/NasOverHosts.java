package org.ftmpj.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.testnet.HostsNetwork;

/**
 * NAS kernels on 4 ranks on several hosts: time of the slowest rank. Of each kernel all variants
 * run one after the other, in turns, before the next kernel does; and all compute the same, which
 * is compared.
 */
final class NasOverHosts implements Benchmark {
  private static final int RANKS = 4;

  private final String name;
  private final String title;
  private final List<Variant> variants;
  private final HostsSelection selection;
  private final Usual usual;

  /** What the first run has computed. */
  private final Map<Case, String> computed = new HashMap<>();

  /** What is measured if nothing else is asked for. */
  private record Usual(List<NasKernel> kernels, List<String> classes, List<Integer> hosts) {
    static final Usual QUICK =
        new Usual(List.of(NasKernel.CG, NasKernel.MG), List.of("S"), List.of(2));

    /** The largest class takes long: only on the first number of hosts. */
    List<Integer> hosts(String size) {
      return size.equals("A") ? hosts.subList(0, 1) : hosts;
    }
  }

  private NasOverHosts(
      String name, String title, List<Variant> variants, HostsSelection selection, Usual usual) {
    this.name = name;
    this.title = title;
    this.variants = variants;
    this.selection = selection;
    this.usual = usual;
  }

  static Benchmark kernels(HostsSelection selection) {
    return new NasOverHosts(
        "hosts-nas",
        "NAS kernels on 4 ranks over several hosts, time of the slowest rank",
        List.of(Variant.STOCK, Variant.PROCESS, Variant.HOST),
        selection,
        new Usual(List.of(NasKernel.values()), List.of("W", "A"), List.of(2, 4)));
  }

  /** Each mechanism on and off, as NewMadeleine (Trahay et al., section 6.2). */
  static Benchmark mechanisms(HostsSelection selection) {
    return new NasOverHosts(
        "hosts-mechanisms-nas",
        "what check sums and detection cost NAS kernels on 4 ranks over hosts (level process)",
        List.of(Variant.NO_CHECK_SUM, Variant.CRC32C, Variant.NO_CHECK_SUM_SELDOM),
        selection,
        new Usual(
            List.of(NasKernel.CG, NasKernel.IS, NasKernel.LU, NasKernel.MG),
            List.of("W"),
            List.of(2)));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String title() {
    return title;
  }

  @Override
  public List<Variant> variants() {
    return variants;
  }

  @Override
  public int turns() {
    return 2;
  }

  /** A kernel of a class on so many hosts. */
  private record Case(String size, int hosts, NasKernel kernel) {
    Row row() {
      return new Row("class " + size + ", " + hosts + " hosts", kernel.title(size), 0, "ms");
    }
  }

  private List<Case> cases(boolean quick) {
    Usual instead = quick ? Usual.QUICK : usual;
    List<Case> cases = new ArrayList<>();
    for (String size : selection.classes(instead.classes)) {
      for (int hosts : selection.hosts(instead.hosts(size))) {
        for (NasKernel kernel : selection.kernels(instead.kernels)) {
          cases.add(new Case(size, hosts, kernel));
        }
      }
    }
    return cases;
  }

  @Override
  public double seconds(int turns, boolean quick) {
    double once =
        cases(quick).stream()
            .mapToDouble(one -> RelayOverHosts.START_S + one.kernel.seconds(one.size))
            .sum();
    return turns * variants.size() * once;
  }

  @Override
  public void measureInTurns(Jobs jobs, int turns, boolean quick, Results results)
      throws IOException, InterruptedException {
    for (Case one : cases(quick)) {
      for (int turn = 1; turn <= turns; turn++) {
        System.err.printf(
            "bench: %s, %s, %s, %d of %d%n",
            name, one.row().series(), one.row().title(), turn, turns);
        for (Variant variant : variants) {
          measure(jobs, variant, one, results);
        }
      }
    }
  }

  @Override
  public void measure(Jobs jobs, Variant variant, boolean quick, Results results)
      throws IOException, InterruptedException {
    for (Case one : cases(quick)) {
      measure(jobs, variant, one, results);
    }
  }

  private void measure(Jobs jobs, Variant variant, Case one, Results results)
      throws IOException, InterruptedException {
    try (HostsNetwork network = HostsNetwork.of(one.hosts)) {
      network.offload();
      NasKernel kernel = one.kernel;
      Run run =
          jobs.overHosts(
                  network, variant, RANKS, Nas.NO_CLOCK, kernel.main(), kernel.arguments(one.size))
              .await();
      requireTheSame(one, kernel.computed(run, one.size), run);
      double ms = NasKernel.milliseconds(run.lines(NasKernel.TIME).get(0));
      System.err.printf(Locale.ROOT, "bench:   %s: %.0f ms%n", variant.title(), ms);
      results.add(one.row(), variant, ms);
    }
  }

  private void requireTheSame(Case one, String own, Run run) {
    String first = computed.computeIfAbsent(one, any -> own);
    if (!own.equals(first)) {
      throw new FtmpjException(
          ErrorCode.NOT_MEASURED,
          run.what() + " has computed:\n" + own + "\nbut the run before:\n" + first);
    }
  }
}
