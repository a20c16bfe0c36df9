package org.ftmpj.samples.nas.cfd;

/**
 * A box of grid points of one rank, with layers of the neighbours' points around it along some of
 * the axes, and how the states of these points lie in an array.
 */
public final class Block {
  /** How thick the layers are: the dissipation reaches so far. */
  public static final int LAYERS = 2;

  private final Axis[] axes = new Axis[3];
  private final int origin;
  private final int size;

  /**
   * A box of a domain with the same number of points along each axis.
   *
   * @param points of the domain along an axis
   * @param first number of the box's first point along each axis
   * @param own how many points it has along each
   * @param layered along how many axes, from the first, there are layers
   */
  public Block(int points, int[] first, int[] own, int layered) {
    int stride = Gas.VARIABLES;
    int start = 0;
    for (int i = 0; i < 3; i++) {
      int layers = i < layered ? LAYERS : 0;
      axes[i] = new Axis(i, points, own[i], first[i], stride);
      start += layers * stride;
      stride *= own[i] + 2 * layers;
    }
    this.origin = start;
    this.size = stride;
  }

  /** One of the axes 0, 1, and 2. */
  public Axis axis(int number) {
    return axes[number];
  }

  /** All three. */
  public Axis[] axes() {
    return axes.clone();
  }

  /** A field of states, all 0. */
  public double[] field() {
    return new double[size];
  }

  /** Where in a field the state of a point is. */
  public int at(int i, int j, int k) {
    return origin + i * axes[0].stride() + j * axes[1].stride() + k * axes[2].stride();
  }

  /** Does something at each point that is not on the boundary of the domain. */
  public void forEachInner(PointAction action) {
    for (int k = axes[2].from(); k <= axes[2].to(); k++) {
      for (int j = axes[1].from(); j <= axes[1].to(); j++) {
        for (int i = axes[0].from(); i <= axes[0].to(); i++) {
          action.at(i, j, k);
        }
      }
    }
  }

  /** Does something at each point. */
  public void forEach(PointAction action) {
    for (int k = 0; k < axes[2].own(); k++) {
      for (int j = 0; j < axes[1].own(); j++) {
        for (int i = 0; i < axes[0].own(); i++) {
          action.at(i, j, k);
        }
      }
    }
  }

  /** Does something with each line along an axis that has points not on the boundary. */
  public void forEachLine(int axis, LineAction action) {
    Axis outer = axes[axis == 2 ? 1 : 2];
    Axis inner = axes[axis == 0 ? 1 : 0];
    int line = 0;
    for (int k = outer.from(); k <= outer.to(); k++) {
      for (int j = inner.from(); j <= inner.to(); j++) {
        action.along(line++, origin + k * outer.stride() + j * inner.stride());
      }
    }
  }

  /** How many such lines there are. */
  public int lines(int axis) {
    int lines = 1;
    for (Axis other : axes) {
      lines *= other.number() == axis ? 1 : other.to() - other.from() + 1;
    }
    return lines;
  }

  /** Something to do at a point. */
  public interface PointAction {
    void at(int i, int j, int k);
  }

  /** Something to do with a line. */
  public interface LineAction {
    /**
     * Does it.
     *
     * @param number of the line, from 0: beyond the end of the block the line has the same
     * @param start where in a field the state of the line's point 0 is
     */
    void along(int number, int start);
  }
}
