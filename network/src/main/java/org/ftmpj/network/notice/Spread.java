package org.ftmpj.network.notice;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * What one process does for one notice to reach all members that live: it passes it on to its
 * children in the tree, and to the children of each one that does not answer, for which it answers
 * from then on. So the tree mends around any number of dead, and adds no hops (Bland, section
 * III.B). To tell one that lives twice does no harm. Not thread-safe.
 */
public final class Spread {
  private final NoticeTree tree;
  private final int self;
  private final IntPredicate unreachable;

  /** Those it has told, and whose children it would take over. */
  private final List<Integer> told = new ArrayList<>(0);

  private boolean taken;

  /**
   * @param unreachable whether a process is known not to answer; it is told all the same
   */
  public Spread(NoticeTree tree, int self, IntPredicate unreachable) {
    this.tree = tree;
    this.self = self;
    this.unreachable = unreachable;
  }

  /**
   * The notice has come, or begins here.
   *
   * @return whom to tell, in this order; none if it has come before
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
   * A process does not answer, or has died, now or long after it was told.
   *
   * @return whom to tell in its place; none if this process has not told it
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
