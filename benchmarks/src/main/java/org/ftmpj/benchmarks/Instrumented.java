package org.ftmpj.benchmarks;

import java.io.IOException;
import java.util.List;

/** What it costs a program that checkpoints could be taken, if none is. */
final class Instrumented implements Benchmark {
  private static final int RANKS = 2;
  private static final double NS_IN_MS = 1e6;

  private static final List<NasKernel> KERNELS =
      List.of(NasKernel.BT, NasKernel.CG, NasKernel.MG, NasKernel.SP);

  private static final List<String> METHODS = List.of("relax ", "nested ");
  private static final String SWEEPS = "1500";
  private static final String QUICK_SWEEPS = "100";

  @Override
  public String name() {
    return "instrumented";
  }

  @Override
  public String title() {
    return "kernels with calls of MPI in hot methods, rewritten for checkpoints";
  }

  @Override
  public List<Variant> variants() {
    return List.of(Variant.NO_CHECKPOINTS, Variant.ON_REQUEST);
  }

  @Override
  public void measure(Jobs jobs, Variant variant, boolean quick, Results results)
      throws IOException, InterruptedException {
    List<String> hot = List.of(quick ? QUICK_SWEEPS : SWEEPS);
    Run methods = jobs.start(variant, 1, Nas.NO_CLOCK, HotMethod.class.getName(), hot).await();
    for (String method : METHODS) {
      double ns = Double.parseDouble(methods.lines(method).get(0));
      results.add(
          new Row("computing", method.strip() + ", 1 rank", 0, "ms"), variant, ns / NS_IN_MS);
    }
    for (NasKernel kernel : quick ? List.<NasKernel>of() : KERNELS) {
      int ranks = kernel.ranks(RANKS, RANKS).length > 0 ? RANKS : RANKS * RANKS;
      Run run =
          jobs.start(variant, ranks, Nas.NO_CLOCK, kernel.main(), kernel.arguments("W")).await();
      kernel.computed(run, "W");
      results.add(
          new Row("computing", kernel.title("W") + ", class W, " + ranks + " ranks", 0, "ms"),
          variant,
          NasKernel.milliseconds(run.lines(NasKernel.TIME).get(0)));
    }
  }
}
