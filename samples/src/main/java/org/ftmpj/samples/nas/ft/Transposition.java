package org.ftmpj.samples.nas.ft;

import mpi.MPI;

/**
 * Turns an array that the ranks have cut into planes of equal z into one that they have cut into
 * planes of equal y, and back: an {@code Alltoall}.
 *
 * <p>In the first, x runs fastest, then y, then z; in the second z, then x, then y.
 */
final class Transposition {
  private final int nx;
  private final int ny;
  private final int nz;
  private final int ranks = MPI.COMM_WORLD.Size();

  /** Numbers, two reals each, that go from one rank to another. */
  private final int block;

  private final double[] out;
  private final double[] in;

  Transposition(Problem problem) {
    this.nx = problem.nx();
    this.ny = problem.ny() / ranks;
    this.nz = problem.nz() / ranks;
    this.block = nx * ny * nz;
    this.out = new double[2 * block * ranks];
    this.in = new double[2 * block * ranks];
  }

  void toPlanesOfY(double[] ofZ, double[] ofY) {
    int to = 0;
    for (int y = 0; y < ny * ranks; y++) {
      for (int x = 0; x < nx; x++) {
        for (int z = 0; z < nz; z++) {
          int from = 2 * ((z * ny * ranks + y) * nx + x);
          out[to++] = ofZ[from];
          out[to++] = ofZ[from + 1];
        }
      }
    }
    exchange();
    for (int rank = 0; rank < ranks; rank++) {
      for (int line = 0; line < nx * ny; line++) {
        int from = 2 * (rank * block + line * nz);
        System.arraycopy(in, from, ofY, 2 * (line * ranks + rank) * nz, 2 * nz);
      }
    }
  }

  void toPlanesOfZ(double[] ofY, double[] ofZ) {
    for (int rank = 0; rank < ranks; rank++) {
      for (int line = 0; line < nx * ny; line++) {
        int to = 2 * (rank * block + line * nz);
        System.arraycopy(ofY, 2 * (line * ranks + rank) * nz, out, to, 2 * nz);
      }
    }
    exchange();
    int from = 0;
    for (int y = 0; y < ny * ranks; y++) {
      for (int x = 0; x < nx; x++) {
        for (int z = 0; z < nz; z++) {
          int to = 2 * ((z * ny * ranks + y) * nx + x);
          ofZ[to] = in[from++];
          ofZ[to + 1] = in[from++];
        }
      }
    }
  }

  private void exchange() {
    int reals = 2 * block;
    MPI.COMM_WORLD.Alltoall(out, 0, reals, MPI.DOUBLE, in, 0, reals, MPI.DOUBLE);
  }
}
