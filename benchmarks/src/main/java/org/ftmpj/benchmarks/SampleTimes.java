package org.ftmpj.benchmarks;

import java.io.IOException;
import java.util.List;

/** Whole runs of the samples, from the start of the launcher to its end. */
final class SampleTimes implements Benchmark {
  private static final int RANKS = 4;

  /** Far more than the processors of a small machine. */
  private static final int CROWD = 8;

  private final String name;
  private final String title;
  private final int ranks;
  private final List<Variant> variants;
  private final Programs programs;

  /**
   * A sample.
   *
   * @param main below {@code org.ftmpj.samples}
   */
  private record Program(String title, String main, String... arguments) {}

  /**
   * What is run.
   *
   * @param quickly instead of all others, when it has to be quick
   */
  private record Programs(Program quickly, List<Program> all) {
    Programs(Program quickly, Program... all) {
      this(quickly, List.of(all));
    }
  }

  private static final Programs ALL =
      new Programs(
          new Program("order witness", "witness.OrderWitness", "200", "100000"),
          new Program("Mandelbrot farm", "mandelbrot.Mandelbrot", "800", "600", "12000"),
          new Program("Game of Life", "life.GameOfLife", "600", "600", "3000", "1000"),
          new Program("ring", "ring.Ring", "3000", "200000"),
          new Program("order witness", "witness.OrderWitness", "2000", "400000"),
          new Program("Monte Carlo pi", "pi.MonteCarloPi", "200", "700000"),
          new Program("heat equation", "heat.HeatEquation", "25000", "12000", "1000"),
          new Program("work stealing", "stealing.WorkStealing", "800", "2500000"),
          new Program("Waitany farm", "farm.WaitanyFarm", "800", "2500000"),
          new Program("object tasks", "objects.ObjectTasks", "800", "1000000"),
          new Program("grid stencil", "grid.GridStencil", "400", "1500", "100"),
          new Program("all-to-all chatter", "chatty.Chatter", "400", "40", "1000000"),
          new Program("farm with thread pools", "pool.PoolFarm", "800", "2500000"),
          new Program("tree search with listeners", "search.TreeSearch", "10", "200"));

  private static final Programs STEERED_BY_VALUES =
      new Programs(
          new Program("steered by clocks and random numbers", "steered.Steered", "20", "20000"),
          new Program("steered by clocks and random numbers", "steered.Steered", "200", "20000"),
          new Program("polling", "polling.Polling", "200", "12500", "3000000"));

  /** These have one thread and do little but communicate, or call what is woven. */
  private static final Programs OF_ONE_THREAD =
      new Programs(
          new Program("ring", "ring.Ring", "300", "20000"),
          new Program("ring", "ring.Ring", "3000", "200000"),
          new Program("order witness", "witness.OrderWitness", "2000", "400000"),
          new Program("grid stencil", "grid.GridStencil", "400", "1500", "100"));

  private SampleTimes(
      String name, String title, int ranks, List<Variant> variants, Programs programs) {
    this.name = name;
    this.title = title;
    this.ranks = ranks;
    this.variants = variants;
    this.programs = programs;
  }

  static Benchmark samples() {
    return new SampleTimes(
        "samples",
        "whole runs of the samples on 4 ranks",
        RANKS,
        List.of(Variant.STOCK, Variant.PROCESS, Variant.HOST, Variant.CLASSICAL),
        ALL);
  }

  static Benchmark crowd() {
    return new SampleTimes(
        "crowd",
        "whole runs of the samples on 8 ranks",
        CROWD,
        List.of(Variant.STOCK, Variant.PROCESS),
        ALL);
  }

  static Benchmark values() {
    return new SampleTimes(
        "values",
        "what it costs to record clocks and random numbers",
        RANKS,
        List.of(Variant.NO_VALUES, Variant.PROCESS),
        STEERED_BY_VALUES);
  }

  static Benchmark threads() {
    return new SampleTimes(
        "threads",
        "what it costs programs of one thread that they may start others",
        RANKS,
        List.of(Variant.NO_THREADS, Variant.PROCESS),
        OF_ONE_THREAD);
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

  private Row row(String title) {
    return new Row("whole run, " + ranks + " ranks", title, 0, "s");
  }

  private Row start() {
    return row("start and end alone");
  }

  @Override
  public void measure(Jobs jobs, Variant variant, boolean quick, Results results)
      throws IOException, InterruptedException {
    Run empty = jobs.run(variant, ranks, StartAndEnd.class.getName(), List.of());
    results.add(start(), variant, empty.seconds());
    for (Program program : quick ? List.of(programs.quickly) : programs.all) {
      Run run =
          jobs.run(variant, ranks, "org.ftmpj.samples." + program.main, List.of(program.arguments));
      results.add(row(program.title), variant, run.seconds());
    }
  }

  @Override
  public void complete(Results results) {
    results.without(start(), "without start and end");
  }
}
