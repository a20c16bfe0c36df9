package org.ftmpj.samples.nas.lu;

import mpi.MPI;
import mpi.Request;
import org.ftmpj.samples.nas.cfd.Block;
import org.ftmpj.samples.nas.cfd.Borders;
import org.ftmpj.samples.nas.cfd.Gas;
import org.ftmpj.samples.nas.cfd.Layers;

/**
 * Exchanges what is near the borders with the neighbours before the fluxes are computed.
 *
 * <p>Messages are received from any source, as in NPB's MPI implementation up to version 3.3; the
 * tag tells where from. They are few beside those of the {@link Sweeps}.
 */
final class LuBorders implements Borders {
  private static final int TAG = 100;

  private final Domain domain;
  private final Block block;
  private final double[] out;
  private final double[] in;

  LuBorders(Domain domain) {
    this.domain = domain;
    this.block = domain.block();
    int longest = Math.max(block.axis(0).own(), block.axis(1).own());
    this.out = new double[Block.LAYERS * Gas.VARIABLES * longest * block.axis(2).own()];
    this.in = new double[out.length];
  }

  @Override
  public void exchange(double[][] fields) {
    for (int axis = 0; axis < 2; axis++) {
      shift(fields[0], axis, 1);
      shift(fields[0], axis, -1);
    }
  }

  /** Sends to the neighbour in a direction, and receives from that in the other. */
  private void shift(double[] field, int axis, int direction) {
    int from = domain.neighbour(axis, -direction);
    int to = domain.neighbour(axis, direction);
    int own = block.axis(axis).own();
    int tag = TAG + 3 * axis + direction;
    Request request =
        from == Domain.NONE
            ? null
            : MPI.COMM_WORLD.Irecv(in, 0, in.length, MPI.DOUBLE, MPI.ANY_SOURCE, tag);
    if (to != Domain.NONE) {
      int first = direction > 0 ? own - Block.LAYERS : 0;
      int length = Layers.take(block, field, axis, first, out, 0);
      MPI.COMM_WORLD.Send(out, 0, length, MPI.DOUBLE, to, tag);
    }
    if (request != null) {
      request.Wait();
      Layers.put(block, field, axis, direction > 0 ? -Block.LAYERS : own, in, 0);
    }
  }
}
