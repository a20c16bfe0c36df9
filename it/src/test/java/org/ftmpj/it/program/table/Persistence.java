package org.ftmpj.it.program.table;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import mpi.MPI;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;

/** Persistent requests in every send mode, started again and again. */
final class Persistence {
  private static final int STARTS = 6;

  private Persistence() {}

  static List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    for (String mode : new String[] {"Send", "Bsend", "Ssend", "Rsend"}) {
      cases.add(Case.of("persistent." + mode, (h, r) -> rounds(mode, MPI.INT, h, r)));
    }
    cases.add(Case.from(2, "persistent.any source", Persistence::anySource));
    cases.add(Case.of("persistent.Startall and Waitany", Persistence::startall));
    cases.add(Case.of("persistent.Test", Persistence::test));
    cases.add(Case.of("persistent.objects", Persistence::objects));
    cases.add(Case.of("persistent.inactive beside active", Persistence::inactive));
    return cases;
  }

  private static Prequest sender(String mode, Object value, int count, Here here, int tag) {
    return switch (mode) {
      case "Send" -> here.comm().Send_init(value, 0, count, MPI.INT, here.next(), tag);
      case "Bsend" -> here.comm().Bsend_init(value, 0, count, MPI.INT, here.next(), tag);
      case "Ssend" -> here.comm().Ssend_init(value, 0, count, MPI.INT, here.next(), tag);
      default -> here.comm().Rsend_init(value, 0, count, MPI.INT, here.next(), tag);
    };
  }

  private static void rounds(String mode, mpi.Datatype type, Here here, Report report) {
    int[] value = new int[2];
    int[] received = new int[2];
    Prequest receiving = here.comm().Recv_init(received, 0, 2, type, here.previous(), 1);
    Prequest sending = sender(mode, value, 2, here, 1);
    for (int i = 0; i < STARTS; i++) {
      MPI.Buffer_attach(ByteBuffer.allocateDirect(1 << 12));
      receiving.Start();
      here.comm().Barrier();
      value[0] = here.rank() * 10 + i;
      sending.Start();
      Status status = receiving.Wait();
      sending.Wait();
      MPI.Buffer_detach();
      report.add(status.source, status.Get_count(type)).add(received);
    }
  }

  private static void anySource(Here here, Report report) {
    int[] received = new int[1];
    Prequest receiving =
        here.comm().Recv_init(received, 0, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
    for (int i = 0; i < STARTS; i++) {
      receiving.Start();
      here.comm().Send(new int[] {here.rank() * 10 + i}, 0, 1, MPI.INT, here.next(), i);
      report.add(receiving.Wait(), MPI.INT).add(received);
      here.comm().Barrier();
    }
  }

  private static void startall(Here here, Report report) {
    int[] received = new int[4];
    int[] value = new int[4];
    Prequest[] requests = new Prequest[8];
    for (int i = 0; i < 4; i++) {
      requests[i] = here.comm().Recv_init(received, i, 1, MPI.INT, here.previous(), i);
      requests[4 + i] = here.comm().Send_init(value, i, 1, MPI.INT, here.next(), i);
    }
    for (int round = 0; round < STARTS; round++) {
      for (int i = 0; i < 4; i++) {
        value[i] = here.rank() * 100 + round * 10 + i;
      }
      Prequest.Startall(requests);
      boolean[] completed = new boolean[8];
      for (int i = 0; i < 8; i++) {
        completed[Request.Waitany(requests).index] = true;
      }
      report.add(completed).add(received);
    }
  }

  private static void test(Here here, Report report) {
    int[] received = new int[1];
    Prequest receiving = here.comm().Recv_init(received, 0, 1, MPI.INT, here.previous(), 1);
    for (int i = 0; i < STARTS; i++) {
      receiving.Start();
      here.comm().Send(new int[] {here.rank() * 10 + i}, 0, 1, MPI.INT, here.next(), 1);
      Status status = receiving.Test();
      while (status == null) {
        Thread.onSpinWait();
        status = receiving.Test();
      }
      report.add(status, MPI.INT).add(received);
    }
  }

  private static void objects(Here here, Report report) {
    Object[] value = new Object[1];
    Object[] received = new Object[1];
    Prequest receiving = here.comm().Recv_init(received, 0, 1, MPI.OBJECT, here.previous(), 1);
    Prequest sending = here.comm().Send_init(value, 0, 1, MPI.OBJECT, here.next(), 1);
    for (int i = 0; i < STARTS; i++) {
      value[0] = new Samples.Task(i, "rank " + here.rank());
      receiving.Start();
      sending.Start();
      receiving.Wait();
      sending.Wait();
      report.add(received);
    }
  }

  /** The first has run and is inactive again, the second is started. */
  private static void inactive(Here here, Report report) {
    int[] received = new int[2];
    Prequest first = here.comm().Recv_init(received, 0, 1, MPI.INT, here.previous(), 1);
    Prequest second = here.comm().Recv_init(received, 1, 1, MPI.INT, here.previous(), 2);
    first.Start();
    second.Start();
    here.comm().Send(new int[] {here.rank() + 1}, 0, 1, MPI.INT, here.next(), 1);
    first.Wait();
    here.comm().Send(new int[] {here.rank() + 2}, 0, 1, MPI.INT, here.next(), 2);
    Status status = Request.Waitany(new Request[] {first, second});
    report.add(status, MPI.INT).add(status.index, received, first.Is_null(), second.Is_null());
  }
}
