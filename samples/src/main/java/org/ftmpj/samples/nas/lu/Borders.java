package org.ftmpj.samples.nas.lu;

import mpi.MPI;
import mpi.Request;

/**
 * Exchanges what is near the borders with the neighbours before the fluxes are computed.
 *
 * <p>Messages are received from any source, as in NPB's MPI implementation up to version 3.3; the
 * tag tells where from. They are few beside those of the {@link Sweeps}.
 */
final class Borders {
  private static final int TAG = 100;

  private final Domain domain;
  private final double[] out;
  private final double[] in;

  Borders(Domain domain) {
    this.domain = domain;
    int longest = Math.max(domain.axis(0).own(), domain.axis(1).own());
    this.out = new double[Domain.LAYERS * Gas.VARIABLES * longest * domain.axis(2).own()];
    this.in = new double[out.length];
  }

  /**
   * Fills the layers around a field at both ends of an axis.
   *
   * @param axis the first or the second
   */
  void exchange(double[] field, int axis) {
    shift(field, axis, 1);
    shift(field, axis, -1);
  }

  /** Sends to the neighbour in a direction, and receives from that in the other. */
  private void shift(double[] field, int axis, int direction) {
    int from = domain.neighbour(axis, -direction);
    int to = domain.neighbour(axis, direction);
    int own = domain.axis(axis).own();
    int tag = TAG + 3 * axis + direction;
    Request request =
        from == Domain.NONE
            ? null
            : MPI.COMM_WORLD.Irecv(in, 0, in.length, MPI.DOUBLE, MPI.ANY_SOURCE, tag);
    if (to != Domain.NONE) {
      int first = direction > 0 ? own - Domain.LAYERS : 0;
      int length = move(field, axis, first, out, false);
      MPI.COMM_WORLD.Send(out, 0, length, MPI.DOUBLE, to, tag);
    }
    if (request != null) {
      request.Wait();
      move(field, axis, direction > 0 ? -Domain.LAYERS : own, in, true);
    }
  }

  /** Takes layers out of a field, or puts them in; returns how many numbers. */
  private int move(double[] field, int axis, int first, double[] buffer, boolean in) {
    Axis along = domain.axis(axis);
    Axis across = domain.axis(1 - axis);
    Axis up = domain.axis(2);
    int count = 0;
    for (int k = 0; k < up.own(); k++) {
      for (int j = 0; j < across.own(); j++) {
        int line = domain.at(0, 0, k) + j * across.stride();
        for (int i = first; i < first + Domain.LAYERS; i++) {
          int at = line + i * along.stride();
          System.arraycopy(
              in ? buffer : field,
              in ? count : at,
              in ? field : buffer,
              in ? at : count,
              Gas.VARIABLES);
          count += Gas.VARIABLES;
        }
      }
    }
    return count;
  }
}
