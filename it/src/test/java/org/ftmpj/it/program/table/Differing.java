package org.ftmpj.it.program.table;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import mpi.MPI;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;
import mpjbuf.Buffer;

/**
 * Calls that stock MPJ Express answers otherwise than the MPI standard, or not at all. Makes all of
 * them one after the other. With the arguments {@code apart NAME...} or {@code together NAME...} it
 * makes those that are named, each by a thread of its own, one after the other or all at once, and
 * leaves behind what does not return.
 */
public final class Differing {
  /** Of cases that return: another program may have all processors. */
  private static final long PATIENCE_APART_MS = 60_000;

  /** Of cases that do not return. */
  private static final long PATIENCE_TOGETHER_MS = 2_500;

  private Differing() {}

  private static List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    cases.add(Case.of("Waitany of inactive", (h, r) -> r.add(index(Request.Waitany(used(h))))));
    cases.add(Case.of("Waitsome of inactive", (h, r) -> r.add(Request.Waitsome(used(h)).length)));
    cases.add(Case.of("Testany of inactive", (h, r) -> r.add(index(Request.Testany(used(h))))));
    cases.add(Case.of("Waitany of null", (h, r) -> r.add(index(Request.Waitany(nothing())))));
    cases.add(Case.of("Waitsome of null", (h, r) -> r.add(Request.Waitsome(nothing()).length)));
    cases.add(Case.of("Testsome of null", (h, r) -> r.add(Request.Testsome(nothing()).length)));
    cases.add(Case.of("Testall of null", (h, r) -> r.add(Request.Testall(nothing())[0])));
    cases.add(Case.of("Waitany beside null", (h, r) -> r.add(Request.Waitany(half(h, 1)).index)));
    cases.add(
        Case.of("Waitsome beside null", (h, r) -> r.add(Request.Waitsome(half(h, 2))[0].index)));
    cases.add(Case.of("never started Wait", (h, r) -> r.add(isEmpty(idle(h).Wait()))));
    cases.add(Case.of("never started Test", (h, r) -> r.add(isEmpty(idle(h).Test()))));
    cases.add(
        Case.of("never started Waitall", (h, r) -> r.add(isEmpty(Request.Waitall(idles(h))[0]))));
    cases.add(Case.of("never started Waitany", (h, r) -> r.add(index(Request.Waitany(idles(h))))));
    cases.add(
        Case.of("never started Waitsome", (h, r) -> r.add(Request.Waitsome(idles(h)).length)));
    cases.add(Case.of("never started Testany", (h, r) -> r.add(index(Request.Testany(idles(h))))));
    cases.add(Case.of("never started Testall", Differing::testallOfIdle));
    cases.add(Case.of("Testall of incomplete", Differing::incomplete));
    cases.add(Case.of("Send to self", Differing::sendToSelf));
    cases.add(Case.of("thread to thread of self", Differing::toAnotherThread));
    cases.add(Case.of("Irecv of anything from self", Differing::anythingFromSelf));
    cases.add(Case.of("PACKED without room for the device", Differing::packed));
    cases.add(Case.of("Bsend_init twice", Differing::bufferedTwice));
    return cases;
  }

  public static void main(String[] args) throws InterruptedException {
    String[] own = MPI.Init(args);
    if (own.length == 0) {
      cases().forEach(one -> System.out.println(outcome(one)));
      MPI.Finalize();
      return;
    }
    List<String> names = List.of(own).subList(1, own.length);
    List<Case> named = cases().stream().filter(one -> names.contains(one.name())).toList();
    Map<String, String> outcomes = new ConcurrentHashMap<>();
    if (own[0].equals("apart")) {
      for (Case one : named) {
        start(one, outcomes).join(PATIENCE_APART_MS);
      }
    } else {
      named.forEach(one -> start(one, outcomes));
      Thread.sleep(PATIENCE_TOGETHER_MS);
    }
    for (Case one : named) {
      System.out.println(
          outcomes.getOrDefault(one.name(), "case " + one.name() + ": does not return"));
    }
    System.out.flush();
    Thread.sleep(PATIENCE_TOGETHER_MS); // the other rank may still be at it
    Runtime.getRuntime().halt(0);
  }

  private static Thread start(Case one, Map<String, String> outcomes) {
    Thread thread = new Thread(() -> outcomes.put(one.name(), outcome(one)), one.name());
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private static String outcome(Case one) {
    Report report = new Report();
    try {
      one.body().run(Here.of(MPI.COMM_WORLD), report);
    } catch (RuntimeException e) {
      report.add("throws", e.getClass().getName(), e.getMessage());
    }
    return "case " + one.name() + ": " + report.text();
  }

  private static Object index(Status status) {
    return status == null ? "no status" : "index " + status.index;
  }

  private static Object isEmpty(Status status) {
    return status == null ? "no status" : "empty status " + status.source + " " + status.tag;
  }

  private static Request[] nothing() {
    return new Request[] {null};
  }

  /** A request that has been waited for. */
  private static Request[] used(Here here) {
    Request sent = here.comm().Isend(new int[1], 0, 1, MPI.INT, here.next(), 100);
    sent.Wait();
    return new Request[] {sent};
  }

  /** A null and one that is complete. */
  private static Request[] half(Here here, int tag) {
    return new Request[] {
      null, here.comm().Isend(new int[1], 0, 1, MPI.INT, here.next(), 100 + tag)
    };
  }

  private static Prequest idle(Here here) {
    return here.comm().Recv_init(new int[1], 0, 1, MPI.INT, here.previous(), 200);
  }

  private static Request[] idles(Here here) {
    return new Request[] {idle(here)};
  }

  private static void testallOfIdle(Here here, Report report) {
    Status[] all = Request.Testall(idles(here));
    report.add(all == null ? "not complete" : "complete");
  }

  private static void incomplete(Here here, Report report) {
    Request[] requests = {
      here.comm().Irecv(new int[1], 0, 1, MPI.INT, here.previous(), 300),
    };
    long start = System.nanoTime();
    report.add(Request.Testall(requests) == null, Request.Testall(requests) == null);
    boolean slow = System.nanoTime() - start > TimeUnit.MILLISECONDS.toNanos(900);
    report.add(slow ? "in a second" : "at once");
  }

  private static void sendToSelf(Here here, Report report) {
    here.comm().Send(new int[] {5}, 0, 1, MPI.INT, here.rank(), 301);
    int[] received = new int[1];
    here.comm().Recv(received, 0, 1, MPI.INT, here.rank(), 301);
    report.add(received);
  }

  private static void toAnotherThread(Here here, Report report) {
    int[] received = new int[1];
    Thread receiver =
        new Thread(() -> here.comm().Recv(received, 0, 1, MPI.INT, here.rank(), 303), "receiver");
    receiver.setDaemon(true);
    receiver.start();
    try {
      Thread.sleep(1_000); // on stock both return if it comes between a receive's post and its wait
      here.comm().Send(new int[] {6}, 0, 1, MPI.INT, here.rank(), 303);
      receiver.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    report.add(received);
  }

  private static void anythingFromSelf(Here here, Report report) {
    int[] received = new int[1];
    Request receiving = MPI.COMM_SELF.Irecv(received, 0, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
    MPI.COMM_SELF.Isend(new int[] {here.rank()}, 0, 1, MPI.INT, 0, 7);
    Status status = receiving.Wait();
    report.add("source", status.source, "tag", status.tag);
  }

  private static void packed(Here here, Report report) {
    Buffer out = new Buffer(64);
    here.comm().Pack(new int[] {1, 2}, 0, 2, MPI.INT, out, 0);
    here.comm().Isend(out, 0, 16, MPI.PACKED, here.next(), 302);
    int[] received = new int[2];
    here.comm().Recv(received, 0, 2, MPI.INT, here.previous(), 302);
    report.add(received);
  }

  private static void bufferedTwice(Here here, Report report) {
    MPI.Buffer_attach(ByteBuffer.allocateDirect(10_000));
    int[] number = {3};
    Prequest sending = here.comm().Bsend_init(number, 0, 1, MPI.INT, here.next(), 304);
    for (int round = 0; round < 2; round++) {
      sending.Start();
      sending.Wait();
      int[] received = new int[1];
      here.comm().Recv(received, 0, 1, MPI.INT, here.previous(), 304);
      report.add(received);
      number[0]++;
    }
    MPI.Buffer_detach();
  }
}
