package org.ftmpj.samples.nas.lu;

import mpi.MPI;

/**
 * This rank's part of the domain: the ranks cut it along the first two axes (NAS-95-020, section
 * 3.6). Fields have two layers of the neighbours' points around, along these axes.
 */
final class Domain {
  /** No neighbour: there the domain ends. */
  static final int NONE = -1;

  static final int LAYERS = 2;

  private final int[] shape = new int[2];
  private final int[] coordinates = new int[2];
  private final Axis[] axes = new Axis[3];

  /**
   * Of all ranks, a power of two.
   *
   * @param points along each axis
   */
  Domain(int points) {
    int size = MPI.COMM_WORLD.Size();
    int rank = MPI.COMM_WORLD.Rank();
    shape[1] = 1 << Integer.numberOfTrailingZeros(size) / 2;
    shape[0] = size / shape[1];
    coordinates[0] = rank % shape[0];
    coordinates[1] = rank / shape[0];
    int stride = Gas.VARIABLES;
    for (int i = 0; i < 2; i++) {
      int first = start(points, i, coordinates[i]);
      int own = start(points, i, coordinates[i] + 1) - first;
      axes[i] = new Axis(i, points, own, first, stride);
      stride *= own + 2 * LAYERS;
    }
    axes[2] = new Axis(2, points, points, 0, stride);
  }

  /** The first ranks along an axis get what remains. */
  private int start(int points, int axis, int coordinate) {
    return points / shape[axis] * coordinate + Math.min(coordinate, points % shape[axis]);
  }

  Axis axis(int number) {
    return axes[number];
  }

  Axis[] axes() {
    return axes;
  }

  /**
   * The rank beside this one.
   *
   * @param axis the first or the second
   * @param direction -1 or 1
   */
  int neighbour(int axis, int direction) {
    int there = coordinates[axis] + direction;
    if (there < 0 || there >= shape[axis]) {
      return NONE;
    }
    return MPI.COMM_WORLD.Rank() + direction * (axis == 0 ? 1 : shape[0]);
  }

  /** A field of states, all 0. */
  double[] field() {
    return new double[axes[2].stride() * axes[2].own()];
  }

  /** Where in a field the state of a point is. */
  int at(int i, int j, int k) {
    return (i + LAYERS) * axes[0].stride() + (j + LAYERS) * axes[1].stride() + k * axes[2].stride();
  }

  /** Does something at each point that is not on the boundary of the domain. */
  void forEachInner(PointAction action) {
    for (int k = axes[2].from(); k <= axes[2].to(); k++) {
      for (int j = axes[1].from(); j <= axes[1].to(); j++) {
        for (int i = axes[0].from(); i <= axes[0].to(); i++) {
          action.at(i, j, k);
        }
      }
    }
  }

  /** Does something at each point. */
  void forEach(PointAction action) {
    for (int k = 0; k < axes[2].own(); k++) {
      for (int j = 0; j < axes[1].own(); j++) {
        for (int i = 0; i < axes[0].own(); i++) {
          action.at(i, j, k);
        }
      }
    }
  }

  /** Something to do at a point. */
  interface PointAction {
    void at(int i, int j, int k);
  }
}
