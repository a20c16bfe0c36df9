package org.ftmpj.it.program;

import mpi.MPI;
import mpi.Status;

/** Probe and Iprobe, then a receive of the size that was found. */
public final class Probing {
  private Probing() {}

  public static void main(String[] args) {
    Steps.run(args, Probing::step);
  }

  private static Object step(int step, int rank, int size) {
    int next = Steps.next(rank, size);
    int previous = Steps.previous(rank, size);
    MPI.COMM_WORLD.Isend(new int[step], 0, step, MPI.INT, next, step);
    MPI.COMM_WORLD.Isend(new double[step + 1], 0, step + 1, MPI.DOUBLE, next, 100);
    Status first = MPI.COMM_WORLD.Probe(previous, MPI.ANY_TAG);
    int count = first.Get_count(MPI.INT);
    MPI.COMM_WORLD.Recv(new int[count], 0, count, MPI.INT, first.source, first.tag);
    Status second = MPI.COMM_WORLD.Iprobe(previous, 100);
    while (second == null) {
      second = MPI.COMM_WORLD.Iprobe(previous, 100);
    }
    int doubles = second.Get_count(MPI.DOUBLE);
    MPI.COMM_WORLD.Recv(new double[doubles], 0, doubles, MPI.DOUBLE, previous, 100);
    return new int[] {first.source, first.tag, count, second.source, second.tag, doubles};
  }
}
