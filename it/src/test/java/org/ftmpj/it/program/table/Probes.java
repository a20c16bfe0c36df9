package org.ftmpj.it.program.table;

import java.util.ArrayList;
import java.util.List;
import mpi.MPI;
import mpi.Status;

/** Probe and Iprobe, by name and by wildcard, for every type. */
final class Probes {
  private Probes() {}

  static List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    for (Samples kind : Samples.values()) {
      cases.add(Case.of("Probe." + kind, (h, r) -> probe(kind, h, r)));
      cases.add(Case.of("Iprobe." + kind, (h, r) -> iprobe(kind, h, r)));
    }
    cases.add(Case.of("Probe any", Probes::any));
    cases.add(Case.of("Probe does not receive", Probes::twice));
    cases.add(Case.of("Iprobe of nothing", Probes::nothing));
    cases.add(Case.from(2, "Probe all of any source", Probes::all));
    return cases;
  }

  private static void probe(Samples kind, Here here, Report report) {
    here.comm().Isend(kind.make(6, here.rank()), 0, 6, kind.type(), here.next(), 4);
    Status found = here.comm().Probe(here.previous(), 4);
    describe(found, kind, report);
    Object received = kind.room(6);
    here.comm().Recv(received, 0, 6, kind.type(), found.source, found.tag);
    report.add(received);
  }

  private static void iprobe(Samples kind, Here here, Report report) {
    here.comm().Isend(kind.make(6, here.rank()), 0, 6, kind.type(), here.next(), 4);
    Status found = here.comm().Iprobe(here.previous(), 4);
    while (found == null) {
      Thread.onSpinWait();
      found = here.comm().Iprobe(here.previous(), 4);
    }
    describe(found, kind, report);
    Object received = kind.room(6);
    here.comm().Recv(received, 0, 6, kind.type(), found.source, found.tag);
    report.add(received);
  }

  private static void describe(Status found, Samples kind, Report report) {
    report.add(found.source, found.tag, found.index, found.type.getCode());
    report.add(found.count, found.numEls, found.Get_count(kind.type()));
  }

  private static void any(Here here, Report report) {
    here.comm().Isend(new int[] {here.rank()}, 0, 1, MPI.INT, here.next(), here.rank() + 20);
    Status found = here.comm().Probe(MPI.ANY_SOURCE, MPI.ANY_TAG);
    describe(found, Samples.INT, report);
    int[] received = new int[1];
    here.comm().Recv(received, 0, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
    report.add(received);
    here.comm().Barrier();
  }

  private static void twice(Here here, Report report) {
    here.comm().Isend(new int[] {here.rank()}, 0, 1, MPI.INT, here.next(), 1);
    here.comm().Isend(new int[] {here.rank(), 2}, 0, 2, MPI.INT, here.next(), 2);
    for (int tag : new int[] {2, 1, 2}) {
      describe(here.comm().Probe(here.previous(), tag), Samples.INT, report);
    }
    int[] received = new int[2];
    here.comm().Recv(received, 0, 1, MPI.INT, here.previous(), 1);
    report.add(received);
    here.comm().Recv(received, 0, 2, MPI.INT, here.previous(), 2);
    report.add(received);
  }

  private static void nothing(Here here, Report report) {
    report.add(here.comm().Iprobe(here.previous(), 999), here.comm().Iprobe(MPI.ANY_SOURCE, 999));
  }

  /** What arrives in any order is reported in that of its sources. */
  private static void all(Here here, Report report) {
    for (int other = 0; other < here.size(); other++) {
      if (other != here.rank()) {
        here.comm().Isend(new int[other + 1], 0, other + 1, MPI.INT, other, here.rank());
      }
    }
    int[] counts = new int[here.size()];
    for (int i = 1; i < here.size(); i++) {
      Status found = here.comm().Probe(MPI.ANY_SOURCE, MPI.ANY_TAG);
      int[] received = new int[found.count];
      here.comm().Recv(received, 0, found.count, MPI.INT, found.source, found.tag);
      counts[found.source] += found.count + found.tag * 100;
    }
    report.add(counts);
    here.comm().Barrier();
  }
}
