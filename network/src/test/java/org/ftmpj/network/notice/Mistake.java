package org.ftmpj.network.notice;

import java.util.List;

/** Mistakes that a process makes on purpose: the tests have to find each. */
enum Mistake {
  NONE,
  /** The children of the dead are left to themselves. */
  ORPHANS,
  /** Only one of them is told. */
  ONE_ORPHAN_ADOPTED,
  /** The children of a child that was taken over are not taken over when that is dead, too. */
  ONLY_OWN_CHILDREN,
  /** A notice is passed on to the first child only. */
  FIRST_CHILD_ONLY,
  /** A notice that comes twice is passed on twice. */
  DOUBLES_PASSED_ON,
  /** Each tells the next one. */
  CHAIN,
  /** Children that have taken the notice are forgotten, though they may die before they pass it. */
  TOLD_AND_FORGOTTEN;

  /** What a process makes of a list of those it should tell when a notice has come. */
  List<Integer> whenTaken(List<Integer> next) {
    return this == FIRST_CHILD_ONLY && next.size() > 1 ? next.subList(0, 1) : next;
  }

  /** The same when one does not answer. */
  List<Integer> whenAbsent(List<Integer> next) {
    return switch (this) {
      case ORPHANS -> List.of();
      case ONE_ORPHAN_ADOPTED -> next.size() > 1 ? next.subList(0, 1) : next;
      default -> next;
    };
  }
}
