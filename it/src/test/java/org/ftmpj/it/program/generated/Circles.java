package org.ftmpj.it.program.generated;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import mpi.Intracomm;
import mpi.MPI;

/**
 * The communicators that a program has from its start, and how it gets more.
 *
 * <p>MPJ Express numbers communicators; the number is the context of their messages, three times
 * the number that of their collectives. So a later communicator can get the messages of an earlier
 * one's collectives by a receive of any tag. Such numbers are passed over. And what ranks say to
 * each other while they make a communicator is sent in its parent: that is always one without
 * receives of any tag.
 */
final class Circles {
  /** How many a part can choose from. */
  static final int NUMBER = 4;

  /** Those of the world and of each rank alone have 3 and 4. */
  private static final int FIRST_NUMBER = 5;

  private final Rank me;
  private final Circle[] all;
  private final Intracomm parent;
  private final Circle calls;
  private final Intracomm reports;
  private int nextNumber = FIRST_NUMBER;

  Circles(Rank me) {
    this.me = me;
    parent = (Intracomm) MPI.COMM_WORLD.clone();
    nextNumber++;
    reports = (Intracomm) prepared(parent).clone();
    calls = copy();
    int half = me.number() % 2;
    all =
        new Circle[] {
          new Circle(MPI.COMM_WORLD, 0, me.size()),
          copy(),
          split(parent, half, -me.number(), half, sizes(me.size(), 2)),
          split(parent, 0, -me.number(), 0, me.size())
        };
  }

  /** Number {@code rank % colors} is the color of each rank. */
  private static int[] sizes(int size, int colors) {
    int[] sizes = new int[colors];
    for (int rank = 0; rank < size; rank++) {
      sizes[rank % colors]++;
    }
    return sizes;
  }

  Circle get(int which) {
    return all[which];
  }

  /** The sizes of the communicators that there are at once, of one choice. */
  static int[] sizesOf(int which, int ranks) {
    return which == 2 ? sizes(ranks, 2) : new int[] {ranks};
  }

  /** Where receives are posted long before there is a message for them. */
  Circle calls() {
    return calls;
  }

  /** Where ranks tell rank 0 what they have seen. */
  Intracomm reports() {
    return reports;
  }

  /** A copy of the world. */
  Circle copy() {
    me.count("clone");
    return new Circle((Intracomm) prepared(parent).clone(), 0, me.size());
  }

  /**
   * Parts of the world.
   *
   * @param colors of all ranks
   * @param keys of all ranks, each another one
   */
  Circle split(int[] colors, int[] keys) {
    int own = me.number();
    return split(parent, colors[own], keys[own], colors[own], sizes(colors));
  }

  /** How many ranks there are of each color. */
  static int[] sizes(int[] colors) {
    int[] sizes = new int[Arrays.stream(colors).max().orElse(0) + 1];
    Arrays.stream(colors).forEach(color -> sizes[color]++);
    return sizes;
  }

  private Circle split(Intracomm of, int color, int key, int index, int... sizes) {
    me.count("Split");
    return new Circle(prepared(of).Split(color, key), index, sizes);
  }

  /** Two of a communicator that was not used yet: the even and the odd ranks of it. */
  Circle splitAgain(Circle circle) {
    int half = circle.rank() % 2;
    return split(circle.comm(), half, circle.rank(), half, sizes(circle.size(), 2));
  }

  /** Passes over the numbers that collectives have. */
  private Intracomm prepared(Intracomm of) {
    if (nextNumber % 3 == 0) {
      me.count("clone");
      parent.clone();
      nextNumber++;
    }
    nextNumber++;
    return of;
  }

  /** The program is over. */
  void free() {
    List<Circle> own = new ArrayList<>(Arrays.asList(all).subList(1, NUMBER));
    own.add(calls);
    own.forEach(circle -> circle.comm().Free());
  }
}
