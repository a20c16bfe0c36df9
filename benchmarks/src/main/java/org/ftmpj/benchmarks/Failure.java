package org.ftmpj.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What a failure costs: how long a program runs of which one rank is killed on its way (chapter 5
 * of MPI/FT); and how long a rank that does nothing but communicate needs to be where it was, by
 * how long its logs are.
 */
final class Failure implements Benchmark {
  private static final int RANK = 1;

  /** Operations until a program runs as it will. */
  private static final long FIRST = 1000;

  private static final int[] PERCENT = {10, 25, 50, 75, 90};
  private static final int[] QUICK = {50};
  private static final String NO_KILL = "no kill";

  private static final String LOOP = Neighbours.class.getName();
  private static final String ROUNDS = "60000";
  private static final String QUICK_ROUNDS = "5000";

  /**
   * @param series of its run times
   * @param communicates whether it does nothing else
   */
  private record Program(
      String series, String main, int ranks, List<String> arguments, boolean communicates) {
    Program shorter() {
      List<String> less = new ArrayList<>(arguments);
      less.replaceAll(argument -> argument.equals(ROUNDS) ? QUICK_ROUNDS : argument);
      return new Program(series, main, ranks, less, communicates);
    }
  }

  private static final List<Program> PROGRAMS =
      List.of(
          new Program(
              "heat equation, 4 ranks",
              "org.ftmpj.samples.heat.HeatEquation",
              4,
              List.of("25000", "12000", "1000"),
              false),
          new Program(
              "Mandelbrot farm, 4 ranks",
              "org.ftmpj.samples.mandelbrot.Mandelbrot",
              4,
              List.of("800", "600", "12000"),
              false),
          new Program("messages by name, 2 ranks", LOOP, 2, List.of(ROUNDS, "64", "named"), true),
          new Program(
              "messages from any source, 2 ranks", LOOP, 2, List.of(ROUNDS, "64", "any"), true));

  @Override
  public String name() {
    return "failure";
  }

  @Override
  public String title() {
    return "one rank killed on the way";
  }

  @Override
  public String axis() {
    return "part of its operations that the killed rank had done";
  }

  @Override
  public List<Variant> variants() {
    return List.of(Variant.PROCESS, Variant.HOST);
  }

  @Override
  public void measure(Jobs jobs, Variant variant, boolean quick, Results results)
      throws IOException, InterruptedException {
    if (quick) {
      measure(jobs, variant, PROGRAMS.get(PROGRAMS.size() - 1).shorter(), QUICK, results);
      return;
    }
    for (Program program : PROGRAMS) {
      measure(jobs, variant, program, PERCENT, results);
    }
  }

  private static void measure(
      Jobs jobs, Variant variant, Program program, int[] percent, Results results)
      throws IOException, InterruptedException {
    long ofRank;
    long ofAll;
    try (RetainedJob job = new RetainedJob(jobs.scratch())) {
      Run run = start(jobs, variant, program, job).await();
      results.add(runTime(program, NO_KILL, 0), variant, run.seconds());
      ofRank = job.countersOf(RANK).operations();
      ofAll = job.counters(program.ranks).operations();
    }
    for (int at : percent) {
      try (RetainedJob job = new RetainedJob(jobs.scratch())) {
        Running running = start(jobs, variant, program, job);
        Killed killed;
        Run run;
        try {
          // Which rank does which task differs in each run of a farm.
          long first = Math.min(FIRST, ofRank * at / 200);
          killed = Killed.watch(running, job.layout(), RANK, first, ofAll * at / 100);
        } finally {
          run = running.await();
        }
        String title = "killed at " + at + " %";
        results.add(runTime(program, title, at), variant, run.seconds());
        add(killed, program, title, at, variant, results);
      }
    }
  }

  private static Running start(Jobs jobs, Variant variant, Program program, RetainedJob job)
      throws IOException {
    return jobs.start(variant, program.ranks, job.options(), program.main, program.arguments);
  }

  private static Row runTime(Program program, String title, int at) {
    return new Row("run time, " + program.series, title, at, "s");
  }

  private static void add(
      Killed killed, Program program, String title, int at, Variant variant, Results results) {
    results.add(
        new Row("from the kill until the next process is there, " + program.series, title, 0, "s"),
        variant,
        killed.secondsToEntry());
    results.add(
        new Row("recovery, " + program.series, title, at, "s"),
        variant,
        killed.secondsToRecovery());
    if (program.communicates) {
      results.add(
          new Row("operations repeated, " + program.series, title, 0, ""),
          variant,
          killed.operations());
      results.add(
          new Row("replay speed, times the original, " + program.series, title, 0, "times"),
          variant,
          killed.factor());
    }
  }

  @Override
  public void complete(Results results) {
    for (Program program : PROGRAMS) {
      results.partsOf(
          runTime(program, NO_KILL, 0),
          "run time as part of that without a kill, " + program.series);
    }
  }
}
