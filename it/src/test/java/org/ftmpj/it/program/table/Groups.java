package org.ftmpj.it.program.table;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import mpi.Group;
import mpi.MPI;

/** Groups: parts, set operations, comparison, translation. No message is sent. */
final class Groups {
  private Groups() {}

  static List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    cases.add(Case.of("group.Incl Excl", Groups::parts));
    cases.add(Case.of("group.Range", Groups::ranges));
    cases.add(Case.of("group.set operations", Groups::sets));
    cases.add(Case.of("group.Compare", Groups::compare));
    cases.add(Case.of("group.empty", Groups::empty));
    return cases;
  }

  private static int[] every(int step, Here here) {
    return IntStream.range(0, here.size()).filter(i -> i % step == 0).toArray();
  }

  private static void parts(Here here, Report report) {
    Group world = here.comm().Group();
    describe(world, here, report);
    describe(world.Incl(every(2, here)), here, report);
    describe(world.Excl(every(3, here)), here, report);
    describe(world.Incl(new int[] {here.size() - 1}), here, report);
  }

  private static void ranges(Here here, Report report) {
    Group world = here.comm().Group();
    int[][] ranges = {{0, here.size() - 1, 2}};
    describe(world.Range_incl(ranges), here, report);
    describe(world.Range_excl(ranges), here, report);
  }

  private static void sets(Here here, Report report) {
    Group world = here.comm().Group();
    Group second = world.Incl(every(2, here));
    Group third = world.Incl(every(3, here));
    describe(Group.Union(second, third), here, report);
    describe(Group.Intersection(second, third), here, report);
    describe(Group.Difference(second, third), here, report);
  }

  private static void compare(Here here, Report report) {
    Group world = here.comm().Group();
    int[] reverse = IntStream.range(0, here.size()).map(i -> here.size() - 1 - i).toArray();
    report.add(
        Group.Compare(world, world),
        Group.Compare(world, world.Incl(reverse)),
        Group.Compare(world, world.Incl(new int[] {0})));
  }

  private static void empty(Here here, Report report) {
    report.add(MPI.GROUP_EMPTY.Size());
    report.add(Group.Union(MPI.GROUP_EMPTY, here.comm().Group()).Size());
    report.add(Group.Intersection(MPI.GROUP_EMPTY, here.comm().Group()).Size());
    report.add(Group.Compare(MPI.GROUP_EMPTY, here.comm().Group()));
    report.add(Group.Compare(MPI.GROUP_EMPTY, MPI.GROUP_EMPTY));
  }

  private static void describe(Group group, Here here, Report report) {
    int[] ranks = IntStream.range(0, group.Size()).toArray();
    report.add(group.Size(), group.Rank());
    report.add(Group.Translate_ranks(group, ranks, here.comm().Group()));
  }
}
