package org.ftmpj.it.program.habits;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import mpi.MPI;

/** Transforms records by streams, between calls of MPI. */
public final class Pipeline {
  record Sample(int id, double value) {}

  private Pipeline() {}

  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    int rank = MPI.COMM_WORLD.Rank();
    List<Sample> samples =
        IntStream.range(0, 50).mapToObj(id -> new Sample(id, id * 1.5 + rank)).toList();
    for (int round = 0; round < 60; round++) {
      Map<Boolean, Double> parts =
          samples.stream()
              .collect(
                  Collectors.partitioningBy(
                      sample -> sample.id() % 2 == 0, Collectors.summingDouble(Sample::value)));
      double[] mine = {parts.get(true), parts.get(false)};
      double[] all = new double[2];
      MPI.COMM_WORLD.Allreduce(mine, 0, all, 0, 2, MPI.DOUBLE, MPI.SUM);
      double mean = (all[0] - all[1]) / 100;
      samples =
          samples.stream()
              .map(sample -> new Sample(sample.id(), sample.value() * 0.9 + mean))
              .sorted(Comparator.comparingDouble(Sample::value).reversed())
              .toList();
      System.out.printf("%d %.6f %s%n", round, mean, samples.get(0));
    }
    MPI.Finalize();
  }
}
