package org.ftmpj.it.program.table;

import java.util.ArrayList;
import java.util.List;
import mpi.MPI;
import mpi.Status;

/** Blocking and combined exchanges with every basic type. */
final class BasicTypes {
  private BasicTypes() {}

  static List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    for (Samples kind : Samples.values()) {
      cases.add(Case.of("Sendrecv." + kind, (here, report) -> sendrecv(kind, here, report)));
      cases.add(Case.of("Sendrecv_replace." + kind, (here, report) -> replace(kind, here, report)));
      cases.add(Case.of("Recv any." + kind, (here, report) -> receiveAny(kind, here, report)));
      cases.add(Case.of("empty." + kind, (here, report) -> empty(kind, here, report)));
      cases.add(Case.of("shape." + kind, (here, report) -> shape(kind, report)));
    }
    cases.add(Case.of("big objects", BasicTypes::bigObjects));
    cases.add(Case.of("receive buffer too small", BasicTypes::tooSmall));
    cases.add(Case.of("another type than was sent", BasicTypes::anotherType));
    return cases;
  }

  private static void sendrecv(Samples kind, Here here, Report report) {
    Object sent = kind.make(9, here.rank());
    Object received = kind.room(12);
    Status status =
        here.comm()
            .Sendrecv(
                sent,
                1,
                8,
                kind.type(),
                here.next(),
                5,
                received,
                2,
                10,
                kind.type(),
                here.previous(),
                5);
    report.add(status, kind.type()).add(received);
  }

  private static void replace(Samples kind, Here here, Report report) {
    Object values = kind.make(6, here.rank());
    Status status =
        here.comm().Sendrecv_replace(values, 1, 4, kind.type(), here.next(), 6, here.previous(), 6);
    report.add(status, kind.type()).add(values);
  }

  private static void receiveAny(Samples kind, Here here, Report report) {
    Object received = kind.room(4);
    here.comm().Isend(kind.make(3, here.rank()), 0, 3, kind.type(), here.next(), here.rank());
    Status status = here.comm().Recv(received, 0, 4, kind.type(), MPI.ANY_SOURCE, MPI.ANY_TAG);
    report.add(status, kind.type()).add(received);
    here.comm().Barrier();
  }

  private static void empty(Samples kind, Here here, Report report) {
    Object received = kind.make(2, 1);
    here.comm().Isend(kind.room(0), 0, 0, kind.type(), here.next(), 7);
    Status status = here.comm().Recv(received, 0, 2, kind.type(), here.previous(), 7);
    report.add(status, kind.type()).add(received);
  }

  private static void shape(Samples kind, Report report) {
    report.add(
        kind.type().Size(),
        kind.type().Extent(),
        kind.type().Lb(),
        kind.type().Ub(),
        kind.type().getByteSize(),
        kind.type().getType());
  }

  private static void bigObjects(Here here, Report report) {
    Object[] sent = {"x".repeat(300_000 + here.rank()), new long[20_000], new Object[] {1, "two"}};
    Object[] received = new Object[3];
    here.comm().Isend(sent, 0, 3, MPI.OBJECT, here.next(), 8);
    Status status = here.comm().Recv(received, 0, 3, MPI.OBJECT, here.previous(), 8);
    report.add(status, MPI.OBJECT).add(((String) received[0]).length());
    report.add(((long[]) received[1]).length, received[2]);
  }

  /** By a little: the message still has room in MPJ Express's own buffer. */
  private static void tooSmall(Here here, Report report) {
    here.comm().Isend(new int[5], 0, 5, MPI.INT, here.next(), 10);
    here.comm().Recv(new int[1], 0, 1, MPI.INT, here.previous(), 10);
    report.add("received");
  }

  private static void anotherType(Here here, Report report) {
    float[] received = new float[4];
    here.comm().Isend(new int[] {1, 2, 3}, 0, 3, MPI.INT, here.next(), 9);
    Status status = here.comm().Recv(received, 0, 4, MPI.FLOAT, here.previous(), 9);
    report.add(status.source, status.tag).add(received);
  }
}
