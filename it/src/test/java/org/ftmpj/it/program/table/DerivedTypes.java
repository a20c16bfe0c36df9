package org.ftmpj.it.program.table;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import mpi.Datatype;
import mpi.Request;
import mpi.Status;

/** Derived datatypes over every basic type, sent as such, received as such and as elements. */
final class DerivedTypes {
  private static final int ROOM = 64;

  private DerivedTypes() {}

  static List<Case> cases() {
    Map<String, Function<Datatype, Datatype>> makers = new LinkedHashMap<>();
    makers.put("Contiguous", old -> Datatype.Contiguous(3, old));
    makers.put("Vector", old -> Datatype.Vector(3, 2, 4, old));
    makers.put("Hvector", old -> Datatype.Hvector(2, 3, 5, old));
    makers.put("Indexed", old -> Datatype.Indexed(new int[] {2, 1, 3}, new int[] {0, 4, 7}, old));
    makers.put("Hindexed", old -> Datatype.Hindexed(new int[] {1, 2}, new int[] {3, 0}, old));
    makers.put(
        "Struct",
        old -> Datatype.Struct(new int[] {2, 1}, new int[] {0, 5}, new Datatype[] {old, old}));
    makers.put(
        "Struct of Contiguous",
        old -> {
          Datatype pair = Datatype.Contiguous(2, old);
          return Datatype.Struct(new int[] {1, 2}, new int[] {0, 4}, new Datatype[] {pair, pair});
        });
    makers.put(
        "Vector of Indexed",
        old -> Datatype.Vector(2, 1, 2, Datatype.Indexed(new int[] {1, 1}, new int[] {0, 2}, old)));
    makers.put(
        "Contiguous of Vector", old -> Datatype.Contiguous(2, Datatype.Vector(2, 1, 3, old)));
    List<Case> cases = new ArrayList<>();
    makers.forEach(
        (name, maker) -> {
          for (Samples kind : Samples.values()) {
            cases.add(
                Case.of(
                    "type." + name + "." + kind,
                    (here, report) -> exchange(maker.apply(kind.type()), kind, here, report)));
          }
        });
    return cases;
  }

  private static void exchange(Datatype type, Samples kind, Here here, Report report) {
    type.Commit();
    report.add(type.Size(), type.Extent(), type.Lb(), type.Ub());
    Object sent = kind.make(ROOM, here.rank());
    Object same = kind.room(ROOM);
    Object elements = kind.room(ROOM);
    Request first = here.comm().Isend(sent, 1, 2, type, here.next(), 1);
    Request second = here.comm().Isend(sent, 1, 2, type, here.next(), 2);
    Status status = here.comm().Recv(same, 0, 2, type, here.previous(), 1);
    report.add(status, type).digest(same);
    status = here.comm().Recv(elements, 0, ROOM, kind.type(), here.previous(), 2);
    report.add(status, kind.type()).digest(elements);
    first.Wait();
    second.Wait();
    type.free();
  }
}
