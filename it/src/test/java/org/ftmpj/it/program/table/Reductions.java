package org.ftmpj.it.program.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mpi.Datatype;
import mpi.MPI;
import mpi.Op;
import mpi.User_function;

/** Reduce, Allreduce, Reduce_scatter and Scan with every predefined Op and with ones of a user. */
final class Reductions {
  private static final Samples[] NUMBERS = {
    Samples.BYTE,
    Samples.CHAR,
    Samples.SHORT,
    Samples.INT,
    Samples.LONG,
    Samples.FLOAT,
    Samples.DOUBLE
  };
  private static final Samples[] WHOLE = {
    Samples.BYTE, Samples.CHAR, Samples.SHORT, Samples.INT, Samples.LONG
  };

  private Reductions() {}

  static List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    Map<String, Op> numeric = new LinkedHashMap<>();
    numeric.put("MAX", MPI.MAX);
    numeric.put("MIN", MPI.MIN);
    numeric.put("SUM", MPI.SUM);
    numeric.put("PROD", MPI.PROD);
    numeric.forEach((name, op) -> add(cases, name, op, NUMBERS));
    Map<String, Op> bits = new LinkedHashMap<>();
    bits.put("BAND", MPI.BAND);
    bits.put("BOR", MPI.BOR);
    bits.put("BXOR", MPI.BXOR);
    bits.forEach((name, op) -> add(cases, name, op, WHOLE));
    Map<String, Op> logic = new LinkedHashMap<>();
    logic.put("LAND", MPI.LAND);
    logic.put("LOR", MPI.LOR);
    logic.put("LXOR", MPI.LXOR);
    logic.forEach((name, op) -> add(cases, name, op, Samples.BOOLEAN));
    addPairs(cases, "MAXLOC", MPI.MAXLOC);
    addPairs(cases, "MINLOC", MPI.MINLOC);
    add(cases, "user Op", new Op(new Combination(), true), Samples.INT);
    add(cases, "user Op that does not commute", new Op(new Affine(), false), Samples.INT);
    return cases;
  }

  /** a + b + ab. */
  private static final class Combination extends User_function {
    @Override
    public void Call(Object in, int inOffset, Object inOut, int offset, int count, Datatype type) {
      int[] a = (int[]) in;
      int[] b = (int[]) inOut;
      for (int i = 0; i < count; i++) {
        int x = a[inOffset + i];
        int y = b[offset + i];
        b[offset + i] = x + y + x * y;
      }
    }
  }

  /** Pairs of elements as functions x -> px + q, one after the other. */
  private static final class Affine extends User_function {
    @Override
    public void Call(Object in, int inOffset, Object inOut, int offset, int count, Datatype type) {
      int[] f = (int[]) in;
      int[] g = (int[]) inOut;
      for (int i = 0; i + 1 < count; i += 2) {
        int p = f[inOffset + i] * g[offset + i];
        int q = f[inOffset + i] * g[offset + i + 1] + f[inOffset + i + 1];
        g[offset + i] = p;
        g[offset + i + 1] = q;
      }
    }
  }

  private static void add(List<Case> cases, String name, Op op, Samples... kinds) {
    for (Samples kind : kinds) {
      String end = "." + name + "." + kind;
      cases.add(Case.of("Reduce" + end, (here, report) -> reduce(op, kind, here, report)));
      cases.add(Case.of("Allreduce" + end, (here, report) -> allreduce(op, kind, here, report)));
      cases.add(Case.of("Scan" + end, (here, report) -> scan(op, kind, here, report)));
      cases.add(Case.of("Reduce_scatter" + end, (here, report) -> scatter(op, kind, here, report)));
    }
  }

  private static void reduce(Op op, Samples kind, Here here, Report report) {
    for (int root = 0; root < here.size(); root++) {
      Object result = kind.room(6);
      here.comm().Reduce(kind.make(6, here.rank() + 1), 0, result, 0, 6, kind.type(), op, root);
      if (here.rank() == root) {
        report.add(result);
      }
    }
  }

  private static void allreduce(Op op, Samples kind, Here here, Report report) {
    Object result = kind.room(6);
    here.comm().Allreduce(kind.make(6, here.rank() + 1), 0, result, 0, 6, kind.type(), op);
    report.add(result);
  }

  private static void scan(Op op, Samples kind, Here here, Report report) {
    Object result = kind.room(6);
    here.comm().Scan(kind.make(6, here.rank() + 1), 0, result, 0, 6, kind.type(), op);
    report.add(result);
  }

  private static void scatter(Op op, Samples kind, Here here, Report report) {
    int[] counts = new int[here.size()];
    Arrays.fill(counts, 2);
    Object result = kind.room(2);
    Object own = kind.make(2 * here.size(), here.rank() + 1);
    here.comm().Reduce_scatter(own, 0, result, 0, counts, kind.type(), op);
    report.add(result);
  }

  private static void addPairs(List<Case> cases, String name, Op op) {
    Map<Samples, Datatype> pairs = new LinkedHashMap<>();
    pairs.put(Samples.SHORT, MPI.SHORT2);
    pairs.put(Samples.INT, MPI.INT2);
    pairs.put(Samples.LONG, MPI.LONG2);
    pairs.put(Samples.FLOAT, MPI.FLOAT2);
    pairs.put(Samples.DOUBLE, MPI.DOUBLE2);
    pairs.forEach(
        (kind, pair) -> {
          cases.add(
              Case.of(
                  "Reduce." + name + "." + kind + "2",
                  (here, report) -> {
                    Object result = kind.room(4);
                    here.comm()
                        .Reduce(kind.make(4, here.rank() * 3 % 5), 0, result, 0, 2, pair, op, 0);
                    report.add(here.rank() == 0 ? result : "");
                  }));
          cases.add(
              Case.of(
                  "Allreduce." + name + "." + kind + "2",
                  (here, report) -> {
                    Object result = kind.room(4);
                    here.comm()
                        .Allreduce(kind.make(4, here.rank() * 3 % 5), 0, result, 0, 2, pair, op);
                    report.add(result);
                  }));
        });
  }
}
