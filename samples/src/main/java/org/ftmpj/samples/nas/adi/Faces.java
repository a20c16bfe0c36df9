package org.ftmpj.samples.nas.adi;

import java.util.Arrays;
import mpi.MPI;
import mpi.Request;
import org.ftmpj.samples.nas.cfd.Axis;
import org.ftmpj.samples.nas.cfd.Block;
import org.ftmpj.samples.nas.cfd.Borders;
import org.ftmpj.samples.nas.cfd.Gas;
import org.ftmpj.samples.nas.cfd.Layers;

/**
 * Exchanges what is near the faces of cells: with the neighbour in each of the six directions one
 * message for all cells. Sources are named.
 */
final class Faces implements Borders {
  private static final int TAG = 100;
  private static final int DIRECTIONS = 6;

  private final Partition partition;
  private final Block[] blocks;

  /** For each direction, what goes there comes in here at the other end. */
  private final double[][] in = new double[DIRECTIONS][];

  private final double[] out;

  Faces(Partition partition, Block[] blocks) {
    this.partition = partition;
    this.blocks = blocks.clone();
    for (int i = 0; i < DIRECTIONS; i++) {
      in[i] = new double[length(axis(i), -direction(i))];
    }
    int longest = 0;
    for (int i = 0; i < DIRECTIONS; i++) {
      longest = Math.max(longest, length(axis(i), direction(i)));
    }
    this.out = new double[longest];
  }

  @Override
  public void exchange(double[][] fields) {
    if (partition.cells() == 1) {
      return;
    }
    Request[] requests = new Request[DIRECTIONS];
    for (int i = 0; i < DIRECTIONS; i++) {
      int from = partition.neighbour(axis(i), -direction(i));
      requests[i] = MPI.COMM_WORLD.Irecv(in[i], 0, in[i].length, MPI.DOUBLE, from, TAG + i);
    }
    for (int i = 0; i < DIRECTIONS; i++) {
      int length = take(fields, axis(i), direction(i));
      int to = partition.neighbour(axis(i), direction(i));
      MPI.COMM_WORLD.Send(out, 0, length, MPI.DOUBLE, to, TAG + i);
    }
    for (int i = 0; i < DIRECTIONS; i++) {
      requests[i].Wait();
      put(fields, axis(i), -direction(i), in[i]);
    }
  }

  private static int axis(int number) {
    return number / 2;
  }

  private static int direction(int number) {
    return number % 2 == 0 ? 1 : -1;
  }

  private int take(double[][] fields, int axis, int direction) {
    int at = 0;
    for (int cell = 0; cell < blocks.length; cell++) {
      if (partition.hasNeighbour(cell, axis, direction)) {
        int first = direction > 0 ? blocks[cell].axis(axis).own() - Block.LAYERS : 0;
        at = Layers.take(blocks[cell], fields[cell], axis, first, out, at);
      }
    }
    return at;
  }

  private void put(double[][] fields, int axis, int direction, double[] layers) {
    int at = 0;
    for (int cell = 0; cell < blocks.length; cell++) {
      if (partition.hasNeighbour(cell, axis, direction)) {
        int first = direction > 0 ? blocks[cell].axis(axis).own() : -Block.LAYERS;
        at = Layers.put(blocks[cell], fields[cell], axis, first, layers, at);
      }
    }
  }

  /** How many numbers there are in the layers on one side of all cells that have neighbours. */
  private int length(int axis, int direction) {
    int points = 0;
    for (int cell = 0; cell < blocks.length; cell++) {
      if (partition.hasNeighbour(cell, axis, direction)) {
        points +=
            Arrays.stream(blocks[cell].axes())
                .filter(other -> other.number() != axis)
                .mapToInt(Axis::own)
                .reduce(Block.LAYERS, (a, b) -> a * b);
      }
    }
    return Gas.VARIABLES * points;
  }
}
