package org.ftmpj.it.program.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import mpi.Intracomm;

/** The collective operations that move data: every type, every root, short and long. */
final class Collectives {
  /** Elements for each rank; MPJ Express takes other ways from 16384 on. */
  private static final int[] COUNTS = {1, 3, 5000, 20_000};

  private Collectives() {}

  private interface Operation {
    /** Returns what this rank has then. */
    Object run(Here here, Samples kind, int count, int root);
  }

  static List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    cases.add(Case.of("Barrier", Collectives::barrier));
    add(cases, "Bcast", Collectives::bcast);
    add(cases, "Gather", Collectives::gather);
    add(cases, "Gatherv", Collectives::gatherv);
    add(cases, "Scatter", Collectives::scatter);
    add(cases, "Scatterv", Collectives::scatterv);
    add(cases, "Allgather", Collectives::allgather);
    add(cases, "Allgatherv", Collectives::allgatherv);
    add(cases, "Alltoall", Collectives::alltoall);
    add(cases, "Alltoallv", Collectives::alltoallv);
    return cases;
  }

  private static void add(List<Case> cases, String name, Operation operation) {
    for (Samples kind : Samples.values()) {
      cases.add(
          Case.of(
              name + "." + kind,
              (here, report) -> {
                for (int root = 0; root < here.size(); root++) {
                  report.digest(operation.run(here, kind, 2 + root, root));
                }
              }));
    }
    for (int count : COUNTS) {
      cases.add(
          Case.of(
              name + "." + count + " INT",
              (here, report) ->
                  report.digest(operation.run(here, Samples.INT, count, here.size() - 1))));
    }
  }

  private static void barrier(Here here, Report report) {
    for (int i = 0; i < 50; i++) {
      here.comm().Barrier();
    }
    report.add("50 times");
  }

  private static Object bcast(Here here, Samples kind, int count, int root) {
    Object values = here.rank() == root ? kind.make(count + 1, root) : kind.room(count + 1);
    here.comm().Bcast(values, 1, count, kind.type(), root);
    return values;
  }

  private static Object gather(Here here, Samples kind, int count, int root) {
    Object all = kind.room(count * here.size());
    Object own = kind.make(count, here.rank());
    here.comm().Gather(own, 0, count, kind.type(), all, 0, count, kind.type(), root);
    return here.rank() == root ? all : own;
  }

  private static Object gatherv(Here here, Samples kind, int count, int root) {
    int[] counts = counts(here, count);
    Object all = kind.room(end(counts));
    Object own = kind.make(counts[here.rank()], here.rank());
    here.comm()
        .Gatherv(
            own,
            0,
            counts[here.rank()],
            kind.type(),
            all,
            0,
            counts,
            displacements(counts),
            kind.type(),
            root);
    return here.rank() == root ? all : own;
  }

  private static Object scatter(Here here, Samples kind, int count, int root) {
    Object all =
        here.rank() == root ? kind.make(count * here.size(), root) : kind.room(count * here.size());
    Object own = kind.room(count);
    here.comm().Scatter(all, 0, count, kind.type(), own, 0, count, kind.type(), root);
    return own;
  }

  private static Object scatterv(Here here, Samples kind, int count, int root) {
    int[] counts = counts(here, count);
    Object all = kind.make(end(counts), root);
    Object own = kind.room(counts[here.rank()]);
    here.comm()
        .Scatterv(
            all,
            0,
            counts,
            displacements(counts),
            kind.type(),
            own,
            0,
            counts[here.rank()],
            kind.type(),
            root);
    return own;
  }

  private static Object allgather(Here here, Samples kind, int count, int root) {
    Object all = kind.room(count * here.size());
    Object own = kind.make(count, here.rank() + root);
    here.comm().Allgather(own, 0, count, kind.type(), all, 0, count, kind.type());
    return all;
  }

  private static Object allgatherv(Here here, Samples kind, int count, int root) {
    int[] counts = counts(here, count);
    Object all = kind.room(end(counts));
    Object own = kind.make(counts[here.rank()], here.rank() + root);
    here.comm()
        .Allgatherv(
            own,
            0,
            counts[here.rank()],
            kind.type(),
            all,
            0,
            counts,
            displacements(counts),
            kind.type());
    return all;
  }

  private static Object alltoall(Here here, Samples kind, int count, int root) {
    Object out = kind.make(count * here.size(), here.rank() + root);
    Object in = kind.room(count * here.size());
    here.comm().Alltoall(out, 0, count, kind.type(), in, 0, count, kind.type());
    return in;
  }

  private static Object alltoallv(Here here, Samples kind, int count, int root) {
    Intracomm comm = here.comm();
    int[] outCounts = counts(here, count);
    int[] inCounts = new int[here.size()];
    Arrays.fill(inCounts, outCounts[here.rank()]);
    Object out = kind.make(end(outCounts), here.rank() + root);
    Object in = kind.room(end(inCounts));
    comm.Alltoallv(
        out,
        0,
        outCounts,
        displacements(outCounts),
        kind.type(),
        in,
        0,
        inCounts,
        displacements(inCounts),
        kind.type());
    return in;
  }

  private static int[] counts(Here here, int count) {
    int[] counts = new int[here.size()];
    Arrays.setAll(counts, i -> count + i);
    return counts;
  }

  /** One element free between two blocks. */
  private static int[] displacements(int[] counts) {
    int[] displacements = new int[counts.length];
    for (int i = 1; i < counts.length; i++) {
      displacements[i] = displacements[i - 1] + counts[i - 1] + 1;
    }
    return displacements;
  }

  private static int end(int[] counts) {
    int last = counts.length - 1;
    return displacements(counts)[last] + counts[last];
  }
}
