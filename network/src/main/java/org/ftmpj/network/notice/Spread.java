package org.ftmpj.network.notice;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * The part of one process in spreading one notice to all live members: it passes the notice on to
 * its children in the tree, and to the children of each one that does not answer, for which it is
 * responsible from then on. So the tree mends around any number of dead, and adds no hops (Bland,
 * section III.B). Passing it on twice does no harm. Not thread-safe.
 */
public final class Spread {
  private final NoticeTree tree;
  private final int self;
  private final IntPredicate unreachable;

  /** The processes to which it has passed the notice on, and whose children it would take over. */
  private final List<Integer> told = new ArrayList<>(0);

  private boolean taken;

  /**
   * @param unreachable whether a process is known not to answer; the notice goes to it all the same
   */
  public Spread(NoticeTree tree, int self, IntPredicate unreachable) {
    this.tree = tree;
    this.self = self;
    this.unreachable = unreachable;
  }

  /**
   * Takes the notice, which has come or begins at this process.
   *
   * @return the processes to pass it on to, in this order; none if it has come before
   */
  public List<Integer> take() {
    List<Integer> next = new ArrayList<>(0);
    if (!taken) {
      taken = true;
      add(tree.children(self), next);
    }
    return next;
  }

  /**
   * Records that a process does not answer, or has died, now or long after the notice went to it.
   *
   * @return the processes to pass the notice on to in its place; none if this process has not
   *     passed it on to that one
   */
  public List<Integer> absent(int process) {
    List<Integer> next = new ArrayList<>(0);
    if (told.remove((Integer) process)) {
      add(tree.children(process), next);
    }
    return next;
  }

  private void add(int[] children, List<Integer> next) {
    for (int child : children) {
      next.add(child);
      if (unreachable.test(child)) {
        add(tree.children(child), next);
      } else {
        told.add(child);
      }
    }
  }
}
