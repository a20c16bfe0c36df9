package org.ftmpj.it.program.table;

import java.util.List;
import java.util.function.Supplier;
import mpi.Intracomm;
import mpi.MPI;

/**
 * All of MPJ Express, case by case, in one set of processes. For each case every rank prints one
 * line, {@code case NAME: what came of it}, which depends on nothing but the rank and the number of
 * ranks.
 */
public final class Table {
  private Table() {}

  /**
   * Part by part. The last one packs buffers of MPJ Express, and no checkpoint is taken of a
   * program from when it has a class that does; lambdas do not load it before its turn.
   */
  static List<Supplier<List<Case>>> parts() {
    return List.of(
        () -> SendModes.cases(),
        () -> BasicTypes.cases(),
        () -> DerivedTypes.cases(),
        () -> Collectives.cases(),
        () -> Reductions.cases(),
        () -> Communicators.cases(),
        () -> Groups.cases(),
        () -> Topologies.cases(),
        () -> Completions.cases(),
        () -> Persistence.cases(),
        () -> Probes.cases(),
        () -> Environment.cases(),
        () -> Volume.cases(),
        () -> Packing.cases());
  }

  /**
   * Runs the table.
   *
   * @param args begin of the names of those cases that shall run; none for all
   */
  public static void main(String[] args) {
    String[] chosen = MPI.Init(args);
    for (Supplier<List<Case>> part : parts()) {
      for (Case one : part.get()) {
        if (one.isWorthwhile(MPI.COMM_WORLD.Size()) && isChosen(one, chosen)) {
          System.out.println("case " + one.name() + ": " + outcome(one));
        }
      }
    }
    MPI.Finalize();
  }

  private static boolean isChosen(Case one, String[] chosen) {
    for (String start : chosen) {
      if (one.name().startsWith(start)) {
        return true;
      }
    }
    return chosen.length == 0;
  }

  /**
   * An error that MPJ Express reports is as much a result as a number. Each case has a communicator
   * of its own, so that the messages of a case that fails are in no other's way.
   */
  private static String outcome(Case one) {
    Report report = new Report();
    Intracomm own = (Intracomm) MPI.COMM_WORLD.clone();
    try {
      one.body().run(Here.of(own), report);
    } catch (RuntimeException e) {
      report.add("throws", e.getClass().getName(), e.getMessage());
    }
    return report.text();
  }
}
