package org.ftmpj.it.program.habits;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import mpi.MPI;

/** Interfaces with default methods, services in a map, method references, Optional. */
public final class Plugins {
  interface Step {
    String name();

    double apply(double x) throws Exception;

    default double twice(double x) throws Exception {
      return apply(apply(x));
    }

    static Step of(String name, DoubleUnaryOperator operator) {
      return new Step() {
        @Override
        public String name() {
          return name;
        }

        @Override
        public double apply(double x) throws Exception {
          double[] sum = new double[1];
          MPI.COMM_WORLD.Allreduce(
              new double[] {operator.applyAsDouble(x)}, 0, sum, 0, 1, MPI.DOUBLE, MPI.SUM);
          return sum[0] / MPI.COMM_WORLD.Size();
        }
      };
    }
  }

  private Plugins() {}

  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    double rank = MPI.COMM_WORLD.Rank();
    Map<String, Step> steps = new HashMap<>();
    for (Step step :
        new Step[] {
          Step.of("sin", Math::sin), Step.of("add", x -> x + rank), Step.of("root", Math::sqrt)
        }) {
      steps.put(step.name(), step);
    }
    Optional<Double> best = Optional.empty();
    double x = 0.5;
    for (int round = 0; round < 30; round++) {
      Step step = steps.get(new String[] {"sin", "add", "root", "none"}[round % 4]);
      x = step == null ? x : step.twice(Math.abs(x));
      double now = x;
      best = best.map(b -> Math.max(b, now)).or(() -> Optional.of(now));
      System.out.println(round + " " + x + " " + best.get());
    }
    MPI.Finalize();
  }
}
