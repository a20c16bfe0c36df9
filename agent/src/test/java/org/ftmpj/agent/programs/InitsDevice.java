package org.ftmpj.agent.programs;

import mpi.MPI;

/** Gives MPI.Init arguments of its own, with the device that its last argument names. */
public final class InitsDevice {
  private InitsDevice() {}

  public static void main(String[] args) {
    MPI.Init(new String[] {"0", "0", args[args.length - 1]});
    System.out.println("rank " + MPI.COMM_WORLD.Rank() + " of " + MPI.COMM_WORLD.Size());
    MPI.Finalize();
  }
}
