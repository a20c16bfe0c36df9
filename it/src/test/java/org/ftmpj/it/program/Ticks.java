package org.ftmpj.it.program;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import mpi.MPI;

/**
 * Each rank reads its clock as often as it is told, every some milliseconds, and prints a line now
 * and then; it waits for others only in the end.
 */
public final class Ticks {
  private static final int PAUSE_MS = 5;
  private static final int OF_A_LINE = 20;

  private Ticks() {}

  public static void main(String[] args) throws InterruptedException {
    int ticks = Integer.parseInt(MPI.Init(args)[0]);
    int rank = MPI.COMM_WORLD.Rank();
    long last = Long.MIN_VALUE;
    for (int tick = 1; tick <= ticks; tick++) {
      Thread.sleep(PAUSE_MS);
      long nanos = System.nanoTime();
      if (nanos < last) {
        System.out.println("the clock went back");
      }
      last = nanos;
      if (tick % OF_A_LINE == 0) {
        System.out.println(line(rank, tick));
      }
    }
    MPI.COMM_WORLD.Barrier();
    System.out.println("the end");
    MPI.Finalize();
  }

  private static String line(int rank, int tick) {
    return "rank " + rank + ", tick " + tick;
  }

  /** What a rank prints if all is well. */
  public static List<String> lines(int rank, int ticks) {
    Stream<String> lines =
        IntStream.rangeClosed(1, ticks / OF_A_LINE).mapToObj(i -> line(rank, i * OF_A_LINE));
    return Stream.concat(lines, Stream.of("the end")).collect(Collectors.toList());
  }
}
