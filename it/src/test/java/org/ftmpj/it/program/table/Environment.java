package org.ftmpj.it.program.table;

import java.util.ArrayList;
import java.util.List;
import mpi.MPI;

/** Attributes, inquiries and errors of the program that stay within one rank. */
final class Environment {
  private Environment() {}

  static List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    cases.add(Case.of("attributes", Environment::attributes));
    cases.add(Case.of("attribute deleted", Environment::deleted));
    cases.add(Case.of("inquiries", Environment::inquiries));
    cases.add(Case.of("threads", Environment::threads));
    cases.add(Case.of("constants", Environment::constants));
    cases.add(Case.of("error handler", Environment::errorHandler));
    cases.add(Case.of("send to a rank that is none", Environment::wrongRank));
    cases.add(Case.of("send past the end of an array", Environment::pastTheEnd));
    cases.add(Case.of("send an array of another type", Environment::wrongArray));
    return cases;
  }

  private static void attributes(Here here, Report report) {
    report.add(MPI.COMM_WORLD.Attr_get(MPI.TAG_UB));
    report.add(MPI.COMM_WORLD.Attr_get(MPI.HOST));
    report.add(MPI.COMM_WORLD.Attr_get(MPI.IO));
  }

  private static void deleted(Here here, Report report) {
    MPI.COMM_WORLD.Attr_delete(12345);
    MPI.COMM_WORLD.Attr_get(12345);
    report.add("found");
  }

  private static void inquiries(Here here, Report report) {
    report.add(MPI.Initialized(), MPI.Wtick(), MPI.Wtime() > 1e9);
    report.add(MPI.Get_processor_name().isEmpty());
  }

  private static void threads(Here here, Report report) {
    report.add(MPI.isMainThread(), MPI.queryThread());
  }

  private static void constants(Here here, Report report) {
    report.add(MPI.ANY_SOURCE, MPI.ANY_TAG, MPI.PROC_NULL, MPI.UNDEFINED, MPI.GRAPH, MPI.CART);
    report.add(MPI.IDENT, MPI.CONGRUENT, MPI.SIMILAR, MPI.UNEQUAL, MPI.TAG_UB);
  }

  private static void errorHandler(Here here, Report report) {
    MPI.Errorhandler_set(MPI.ERRORS_RETURN);
    report.add(MPI.Errorhandler_get());
  }

  private static void wrongRank(Here here, Report report) {
    MPI.COMM_WORLD.Send(new int[1], 0, 1, MPI.INT, here.size() + 3, 1);
    report.add("sent");
  }

  private static void pastTheEnd(Here here, Report report) {
    MPI.COMM_WORLD.Send(new int[2], 1, 5, MPI.INT, here.next(), 1);
    report.add("sent");
  }

  private static void wrongArray(Here here, Report report) {
    MPI.COMM_WORLD.Send(new long[2], 0, 2, MPI.INT, here.next(), 1);
    report.add("sent");
  }
}
