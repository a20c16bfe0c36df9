package org.ftmpj.network.notice;

import java.util.Arrays;

/**
 * The tree along which a notice spreads: a binomial tree over its members, which are the processes
 * that are not known to be dead when it begins. With m members, a notice takes at most log2(m)
 * hops; if each process sends one message at a time, log2(m) rounds, rounded up (Bland, section
 * V.A). Immutable; members that turn out to be dead are left to {@link Spread}.
 */
public final class NoticeTree {
  private final int[] members;

  /** Index of the root. */
  private final int root;

  /**
   * @param root where notices begin
   * @param members numbers of processes, ascending, with the root
   * @throws IllegalArgumentException if they are not
   */
  public NoticeTree(int root, int[] members) {
    this.members = members.clone();
    for (int i = 1; i < members.length; i++) {
      if (members[i - 1] >= members[i]) {
        throw new IllegalArgumentException(
            "member " + members[i] + " comes after member " + members[i - 1]);
      }
    }
    this.root = index(root);
  }

  /** Whether that process is a member. */
  public boolean has(int process) {
    return Arrays.binarySearch(members, process) >= 0;
  }

  private int index(int member) {
    int index = Arrays.binarySearch(members, member);
    if (index < 0) {
      throw new IllegalArgumentException("process " + member + " is no member");
    }
    return index;
  }

  /**
   * The members to which a member passes a notice on, first the one with the most members below it.
   * Positions count from the root; below position i are those up to i plus its lowest set bit.
   *
   * @throws IllegalArgumentException if it is no member
   */
  public int[] children(int member) {
    int position = Math.floorMod(index(member) - root, members.length);
    int left = members.length - position;
    int below = position == 0 ? left : Math.min(left, Integer.lowestOneBit(position));
    int step = Integer.highestOneBit(below - 1);
    int[] children = new int[Integer.SIZE - Integer.numberOfLeadingZeros(step)];
    for (int i = 0; i < children.length; i++) {
      children[i] = members[(int) ((root + (long) position + step) % members.length)];
      step /= 2;
    }
    return children;
  }
}
