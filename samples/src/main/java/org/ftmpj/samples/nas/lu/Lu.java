package org.ftmpj.samples.nas.lu;

import org.ftmpj.samples.nas.Benchmark;
import org.ftmpj.samples.nas.Kernel;
import org.ftmpj.samples.nas.Ranks;
import org.ftmpj.samples.nas.Settings;
import org.ftmpj.samples.nas.Verification;
import org.ftmpj.samples.nas.cfd.Block;
import org.ftmpj.samples.nas.cfd.Flow;

/**
 * LU: solves a system of five nonlinear partial differential equations by symmetric successive
 * over-relaxation (RNR-94-007, section 3). Many small messages go from named neighbours along the
 * wavefronts of the {@link Sweeps}; a few large ones, from any source, go between the {@link
 * LuBorders} once a step.
 */
public final class Lu implements Kernel {
  private final Problem problem;
  private final Block block;
  private final Flow flow;
  private final Sweeps sweeps;

  private Lu(Settings settings) {
    this.problem = Problem.of(settings.size());
    Domain domain = new Domain(problem.flow().points());
    this.block = domain.block();
    this.flow = new Flow(problem.flow(), settings, new Block[] {block}, new LuBorders(domain));
    this.sweeps = new Sweeps(domain, problem.flow().timeStep());
  }

  /**
   * Runs it.
   *
   * @param args see {@link Settings}
   */
  public static void main(String[] args) {
    Benchmark.main("LU", Ranks.powersOfTwo(16), args, Lu::new);
  }

  @Override
  public String problem() {
    return flow.problem();
  }

  @Override
  public void prepare() {
    flow.prepare();
  }

  @Override
  public void run() {
    double[] u = flow.states()[0];
    double[] correction = flow.change()[0];
    flow.run(() -> sweeps.solve(u, correction), 1 / (Sweeps.RELAXATION * (2 - Sweeps.RELAXATION)));
  }

  @Override
  public Verification verify() {
    Verification verification = flow.verify();
    double[] own = {new SurfaceIntegral(block, problem.flow().points()).of(flow.states()[0])};
    return verification.compare("surface integral", Flow.sumOfRanks(own)[0], problem.integral());
  }

  /** As the reports count them; with triangular diagonal blocks it takes fewer. */
  @Override
  public double operations() {
    double n = problem.flow().points();
    return flow.steps() * (1984.77 * n * n * n - 10_923.3 * n * n + 27_770.9 * n - 144_010);
  }
}
