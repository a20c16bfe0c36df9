package org.ftmpj.it.program.generated;

import java.util.Arrays;
import mpi.Intracomm;

/** A communicator, and what this rank knows of it without asking. */
final class Circle {
  private final Intracomm comm;
  private final int rank;
  private final int color;
  private final int[] sizes;

  /** A receive of any tag in it may still wait at another rank, and must not get what is next. */
  private boolean open;

  /**
   * @param color of this rank, when the communicator was made
   * @param sizes of the communicators of all colors
   */
  Circle(Intracomm comm, int color, int... sizes) {
    this.comm = comm;
    this.rank = comm.Rank();
    this.color = color;
    this.sizes = sizes;
    WitnessBroken.unless(
        comm.Size() == sizes[color],
        "a communicator has %d ranks instead of %s[%d]",
        comm.Size(),
        Arrays.toString(sizes),
        color);
  }

  Intracomm comm() {
    return comm;
  }

  int rank() {
    return rank;
  }

  int color() {
    return color;
  }

  int size() {
    return sizes[color];
  }

  int next(int distance) {
    return Math.floorMod(rank + distance, size());
  }

  /**
   * To be called before each part that has messages in this communicator.
   *
   * @param anyTag whether it receives by any tag
   */
  void enter(Rank me, boolean anyTag) {
    if (open) {
      me.barrier(comm);
    }
    open = anyTag;
  }
}
