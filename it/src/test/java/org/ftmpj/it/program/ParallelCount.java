package org.ftmpj.it.program;

import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import mpi.MPI;

/** Starts no thread, but has some of the JDK count with it. */
public final class ParallelCount {
  private static final int NUMBERS = 100_000;

  private ParallelCount() {}

  public static void main(String[] args) {
    MPI.Init(args);
    long even = IntStream.range(0, NUMBERS).parallel().filter(i -> i % 2 == 0).count();
    System.out.println("alone " + even);
    if (args[args.length - 1].equals("together")) {
      AtomicLong counter = new AtomicLong();
      IntStream.range(0, NUMBERS).parallel().forEach(i -> counter.incrementAndGet());
      System.out.println("together " + counter.get());
    }
    MPI.Finalize();
  }
}
