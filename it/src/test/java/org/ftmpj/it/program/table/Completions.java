package org.ftmpj.it.program.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import mpi.MPI;
import mpi.Request;
import mpi.Status;

/** Every wait and every test, also with requests that are complete or null. */
final class Completions {
  private static final int MESSAGES = 5;

  private Completions() {}

  /** Completes all requests, telling the statuses of those it completes by index. */
  private interface Way {
    void complete(Request[] requests, TreeMap<Integer, Status> completed);
  }

  static List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    add(cases, "Wait", Completions::waitEach);
    add(cases, "Waitall", Completions::waitall);
    add(cases, "Waitany", Completions::waitany);
    add(cases, "Waitsome", Completions::waitsome);
    add(cases, "Test", Completions::testEach);
    add(cases, "Testall", Completions::testall);
    add(cases, "Testany", Completions::testany);
    add(cases, "Testsome", Completions::testsome);
    cases.add(Case.of("Wait twice", Completions::twice));
    cases.add(Case.of("Test twice", Completions::testTwice));
    cases.add(Case.of("Waitall of nulls", Completions::nulls));
    cases.add(Case.of("Waitall of nothing", Completions::nothing));
    cases.add(Case.of("REQUEST_NULL", Completions::requestNull));
    cases.add(Case.of("Cancel", Completions::cancel));
    cases.add(Case.of("Isend without Wait", Completions::dropped));
    cases.add(Case.of("Isend that is not received", Completions::neverReceived));
    return cases;
  }

  private static void add(List<Case> cases, String name, Way way) {
    cases.add(Case.of(name + ".receives", (h, r) -> receives(way, h, r)));
    cases.add(Case.of(name + ".receives and sends", (h, r) -> both(way, h, r)));
    cases.add(Case.of(name + ".beside inactive ones", (h, r) -> besideInactive(way, h, r)));
  }

  private static Request[] posted(Here here, int[] received) {
    Request[] requests = new Request[MESSAGES];
    for (int i = 0; i < MESSAGES; i++) {
      requests[i] = here.comm().Irecv(received, i, 1, MPI.INT, here.previous(), i);
    }
    return requests;
  }

  private static void receives(Way way, Here here, Report report) {
    int[] received = new int[MESSAGES];
    Request[] requests = posted(here, received);
    Request[] sending = new Request[MESSAGES];
    for (int i = MESSAGES - 1; i >= 0; i--) {
      int[] value = {here.rank() * 10 + i};
      sending[i] = here.comm().Isend(value, 0, 1, MPI.INT, here.next(), i);
    }
    finish(way, requests, report, MESSAGES);
    Request.Waitall(sending);
    report.add(received);
  }

  private static void both(Way way, Here here, Report report) {
    int[] received = new int[MESSAGES];
    Request[] requests = new Request[MESSAGES * 2];
    System.arraycopy(posted(here, received), 0, requests, MESSAGES, MESSAGES);
    for (int i = 0; i < MESSAGES; i++) {
      int[] value = {here.rank() * 10 + i};
      requests[i] =
          i % 2 == 0
              ? here.comm().Isend(value, 0, 1, MPI.INT, here.next(), i)
              : here.comm().Issend(value, 0, 1, MPI.INT, here.next(), i);
    }
    finish(way, requests, report, MESSAGES);
    report.add(received);
  }

  /** Every other request has been waited for before. */
  private static void besideInactive(Way way, Here here, Report report) {
    int[] received = new int[MESSAGES];
    Request[] requests = posted(here, received);
    for (int i = 0; i < MESSAGES; i++) {
      here.comm().Send(new int[] {here.rank() + i}, 0, 1, MPI.INT, here.next(), i);
    }
    requests[1].Wait();
    requests[3].Wait();
    finish(way, requests, report, 0);
    report.add(received);
  }

  private static void finish(Way way, Request[] requests, Report report, int receivesFrom) {
    TreeMap<Integer, Status> completed = new TreeMap<>();
    way.complete(requests, completed);
    for (Request request : requests) {
      report.add(request.Is_null());
    }
    completed.forEach(
        (index, status) -> {
          report.add("request", index);
          if (index >= receivesFrom && status.type != null) {
            report.add(status, MPI.INT);
          }
        });
  }

  private static void waitEach(Request[] requests, TreeMap<Integer, Status> completed) {
    for (int i = 0; i < requests.length; i++) {
      completed.put(i, requests[i].Wait());
    }
  }

  private static void waitall(Request[] requests, TreeMap<Integer, Status> completed) {
    putAll(Request.Waitall(requests), completed);
  }

  private static void waitany(Request[] requests, TreeMap<Integer, Status> completed) {
    for (int left = active(requests); left > 0; left--) {
      put(Request.Waitany(requests), completed);
    }
  }

  private static void waitsome(Request[] requests, TreeMap<Integer, Status> completed) {
    while (active(requests) > 0) {
      for (Status status : Request.Waitsome(requests)) {
        put(status, completed);
      }
    }
  }

  private static void testEach(Request[] requests, TreeMap<Integer, Status> completed) {
    for (int i = 0; i < requests.length; i++) {
      Status status = requests[i].Test();
      while (status == null) {
        Thread.onSpinWait();
        status = requests[i].Test();
      }
      completed.put(i, status);
    }
  }

  private static void testall(Request[] requests, TreeMap<Integer, Status> completed) {
    Status[] statuses = Request.Testall(requests);
    while (statuses == null) {
      statuses = Request.Testall(requests);
    }
    putAll(statuses, completed);
  }

  private static void testany(Request[] requests, TreeMap<Integer, Status> completed) {
    while (active(requests) > 0) {
      Status status = Request.Testany(requests);
      if (status != null) {
        put(status, completed);
      }
    }
  }

  private static void testsome(Request[] requests, TreeMap<Integer, Status> completed) {
    while (active(requests) > 0) {
      for (Status status : Request.Testsome(requests)) {
        put(status, completed);
      }
    }
  }

  private static int active(Request[] requests) {
    int active = 0;
    for (Request request : requests) {
      active += request.Is_null() ? 0 : 1;
    }
    return active;
  }

  private static void put(Status status, TreeMap<Integer, Status> completed) {
    if (completed.put(status.index, status) != null) {
      throw new IllegalStateException("request " + status.index + " completed twice");
    }
  }

  private static void putAll(Status[] statuses, TreeMap<Integer, Status> completed) {
    for (int i = 0; i < statuses.length; i++) {
      completed.put(i, statuses[i]);
    }
  }

  private static void twice(Here here, Report report) {
    int[] received = new int[1];
    Request receiving = here.comm().Irecv(received, 0, 1, MPI.INT, here.previous(), 1);
    here.comm().Send(new int[] {here.rank()}, 0, 1, MPI.INT, here.next(), 1);
    report.add(receiving.Wait(), MPI.INT).add(receiving.Is_null());
    Status again = receiving.Wait();
    report.add(again.source, again.tag, again.index, receiving.Is_null());
  }

  private static void testTwice(Here here, Report report) {
    int[] received = new int[1];
    Request receiving = here.comm().Irecv(received, 0, 1, MPI.INT, here.previous(), 1);
    here.comm().Send(new int[] {here.rank()}, 0, 1, MPI.INT, here.next(), 1);
    report.add(receiving.Wait(), MPI.INT);
    Status again = receiving.Test();
    report.add(again.source, again.tag, again.index);
  }

  private static void nulls(Here here, Report report) {
    int[] received = new int[1];
    Request receiving = here.comm().Irecv(received, 0, 1, MPI.INT, here.previous(), 1);
    here.comm().Send(new int[] {here.rank()}, 0, 1, MPI.INT, here.next(), 1);
    Status[] statuses = Request.Waitall(new Request[] {null, receiving, null});
    report.add(statuses[0], statuses[2]).add(statuses[1], MPI.INT).add(received);
  }

  private static void nothing(Here here, Report report) {
    report.add(Request.Waitall(new Request[0]).length, Request.Testall(new Request[0]).length);
    report.add(Request.Testsome(new Request[0]).length);
  }

  private static void requestNull(Here here, Report report) {
    int[] received = new int[1];
    Request receiving = here.comm().Irecv(received, 0, 1, MPI.INT, here.previous(), 1);
    here.comm().Send(new int[] {here.rank()}, 0, 1, MPI.INT, here.next(), 1);
    Status status = Request.Waitany(new Request[] {MPI.REQUEST_NULL, receiving});
    report.add(status, MPI.INT).add(status.index, received, MPI.REQUEST_NULL.Is_null());
    Status none = MPI.REQUEST_NULL.Wait();
    report.add(none.source, none.tag);
  }

  /** MPJ Express says that it cannot, and the receive goes on. */
  private static void cancel(Here here, Report report) {
    int[] received = new int[1];
    Request receiving = here.comm().Irecv(received, 0, 1, MPI.INT, here.previous(), 1);
    receiving.Cancel();
    here.comm().Send(new int[] {here.rank()}, 0, 1, MPI.INT, here.next(), 1);
    Status status = receiving.Wait();
    report.add(status, MPI.INT).add(received, status.Test_cancelled());
  }

  /** The buffer of a nonblocking send is used again at once: MPJ Express has packed it. */
  private static void dropped(Here here, Report report) {
    int[] buffer = new int[300];
    for (int i = 0; i < 50; i++) {
      Arrays.fill(buffer, here.rank() * 100 + i);
      here.comm().Isend(buffer, 0, buffer.length, MPI.INT, here.next(), 1);
    }
    Arrays.fill(buffer, -1);
    for (int i = 0; i < 50; i++) {
      int[] received = new int[buffer.length];
      here.comm().Recv(received, 0, received.length, MPI.INT, here.previous(), 1);
      report.digest(received);
    }
  }

  private static void neverReceived(Here here, Report report) {
    for (int i = 0; i < 10; i++) {
      here.comm().Isend(new int[] {-1}, 0, 1, MPI.INT, here.next(), 1);
      here.comm().Isend(new int[] {here.rank() + i}, 0, 1, MPI.INT, here.next(), 2);
      int[] received = new int[1];
      here.comm().Recv(received, 0, 1, MPI.INT, here.previous(), 2);
      report.add(received);
    }
  }
}
