package org.ftmpj.samples.nas.lu;

import mpi.MPI;
import org.ftmpj.samples.nas.cfd.Axis;
import org.ftmpj.samples.nas.cfd.Block;
import org.ftmpj.samples.nas.cfd.Gas;

/**
 * Passes on what a sweep has come to in a plane: from the neighbours where the sweep comes from,
 * which are named, to those where it goes. So a rank can begin with a plane as soon as the ranks
 * before it are done with that, while these go on with the next.
 */
final class Wavefront {
  private static final int TAG = 200;

  private final Domain domain;
  private final Block block;
  private final double[] buffer;

  Wavefront(Domain domain) {
    this.domain = domain;
    this.block = domain.block();
    int longest = Math.max(block.axis(0).own(), block.axis(1).own());
    this.buffer = new double[Gas.VARIABLES * longest];
  }

  /**
   * Waits for what comes from the neighbours before this rank.
   *
   * @param direction of the sweep, 1 or -1
   */
  void receive(double[] field, int k, int direction) {
    for (int axis = 0; axis < 2; axis++) {
      int from = domain.neighbour(axis, -direction);
      if (from != Domain.NONE) {
        int tag = tag(axis, direction);
        MPI.COMM_WORLD.Recv(buffer, 0, length(axis), MPI.DOUBLE, from, tag);
        move(field, axis, direction > 0 ? -1 : block.axis(axis).own(), k, true);
      }
    }
  }

  /** Sends to the neighbours after this rank. */
  void send(double[] field, int k, int direction) {
    for (int axis = 0; axis < 2; axis++) {
      int to = domain.neighbour(axis, direction);
      if (to != Domain.NONE) {
        move(field, axis, direction > 0 ? block.axis(axis).own() - 1 : 0, k, false);
        int tag = tag(axis, direction);
        MPI.COMM_WORLD.Send(buffer, 0, length(axis), MPI.DOUBLE, to, tag);
      }
    }
  }

  private void move(double[] field, int axis, int number, int k, boolean in) {
    Axis across = block.axis(1 - axis);
    int line = block.at(0, 0, k) + number * block.axis(axis).stride();
    int count = 0;
    for (int j = across.from(); j <= across.to(); j++) {
      int at = line + j * across.stride();
      System.arraycopy(
          in ? buffer : field,
          in ? count : at,
          in ? field : buffer,
          in ? at : count,
          Gas.VARIABLES);
      count += Gas.VARIABLES;
    }
  }

  private int length(int axis) {
    Axis across = block.axis(1 - axis);
    return Gas.VARIABLES * (across.to() - across.from() + 1);
  }

  private static int tag(int axis, int direction) {
    return TAG + 3 * axis + direction;
  }
}
