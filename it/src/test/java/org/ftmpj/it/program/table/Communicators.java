package org.ftmpj.it.program.table;

import java.util.ArrayList;
import java.util.List;
import mpi.Comm;
import mpi.Group;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;

/** Copies, parts and pairs of communicators. */
final class Communicators {
  private Communicators() {}

  static List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    cases.add(Case.of("world", Communicators::world));
    cases.add(Case.of("self", Communicators::self));
    cases.add(Case.of("clone", Communicators::copy));
    cases.add(Case.of("clone of a clone, many times", Communicators::manyCopies));
    cases.add(Case.of("Split", Communicators::split));
    cases.add(Case.of("Split of a split", Communicators::splitTwice));
    cases.add(Case.of("Create", Communicators::create));
    cases.add(Case.of("traffic apart", Communicators::apart));
    cases.add(Case.of("Compare", Communicators::compare));
    cases.add(Case.from(2, "intercommunicator", Communicators::intercommunicator));
    cases.add(Case.from(2, "intercommunicator clone", Communicators::clonedIntercommunicator));
    cases.add(Case.from(2, "Merge", Communicators::merge));
    return cases;
  }

  private static void world(Here here, Report report) {
    report.add(MPI.COMM_WORLD.Rank(), MPI.COMM_WORLD.Size(), MPI.COMM_WORLD.Topo_test());
    report.add(MPI.COMM_WORLD.Test_inter(), MPI.COMM_WORLD.Group().Size());
  }

  private static void self(Here here, Report report) {
    report.add(MPI.COMM_SELF.Rank(), MPI.COMM_SELF.Size());
    int[] received = new int[1];
    Request receiving = MPI.COMM_SELF.Irecv(received, 0, 1, MPI.INT, 0, 1);
    MPI.COMM_SELF.Send(new int[] {here.rank() + 100}, 0, 1, MPI.INT, 0, 1);
    report.add(receiving.Wait(), MPI.INT).add(received);
  }

  private static void copy(Here here, Report report) {
    Intracomm copy = (Intracomm) here.comm().clone();
    report.add(copy.Rank(), copy.Size()).add(sum(copy, here.rank() + 1));
    copy.Free();
  }

  private static void manyCopies(Here here, Report report) {
    Intracomm copy = here.comm();
    for (int i = 0; i < 20; i++) {
      copy = (Intracomm) copy.clone();
      report.add(sum(copy, here.rank() + i));
    }
  }

  private static void split(Here here, Report report) {
    Intracomm part = here.comm().Split(here.rank() % 3, here.size() - here.rank());
    report.add(part.Rank(), part.Size(), ring(part, here.rank()), sum(part, here.rank()));
  }

  private static void splitTwice(Here here, Report report) {
    Intracomm half = here.comm().Split(here.rank() % 2, here.rank());
    Intracomm quarter = half.Split(half.Rank() % 2, half.Rank());
    report.add(half.Rank(), half.Size(), quarter.Rank(), quarter.Size());
    report.add(ring(half, here.rank()), ring(quarter, here.rank()), sum(half, 1), sum(quarter, 1));
  }

  private static void create(Here here, Report report) {
    Group group = here.comm().Group();
    Group without = here.size() > 1 ? group.Excl(new int[] {here.size() / 2}) : group;
    Intracomm part = here.comm().Create(without);
    report.add(without.Rank());
    if (without.Rank() >= 0) {
      report.add(part.Rank(), part.Size(), sum(part, here.rank()), ring(part, here.rank()));
    }
  }

  /**
   * Sent in one order and received in the other: only the communicator tells them apart. By name,
   * for MPJ Express may give the same context to two communicators of different groups.
   */
  private static void apart(Here here, Report report) {
    Here copy = Here.of((Intracomm) here.comm().clone());
    Here half = Here.of(here.comm().Split(here.rank() % 2, here.rank()));
    List<Request> sending = new ArrayList<>();
    Here[] all = {here, copy, half};
    for (int i = 0; i < all.length; i++) {
      int[] value = {i * 10 + here.rank()};
      sending.add(all[i].comm().Isend(value, 0, 1, MPI.INT, all[i].next(), 1));
    }
    for (int i = all.length - 1; i >= 0; i--) {
      int[] received = new int[1];
      all[i].comm().Recv(received, 0, 1, MPI.INT, all[i].previous(), MPI.ANY_TAG);
      report.add(received);
    }
    sending.forEach(Request::Wait);
    here.comm().Barrier();
  }

  private static void compare(Here here, Report report) {
    Intracomm copy = (Intracomm) here.comm().clone();
    Intracomm reverse = here.comm().Split(0, -here.rank());
    Intracomm alone = here.comm().Split(here.rank(), 0);
    report.add(
        Comm.Compare(here.comm(), here.comm()),
        Comm.Compare(here.comm(), copy),
        Comm.Compare(here.comm(), reverse),
        Comm.Compare(here.comm(), alone));
  }

  private static Intercomm halves(Here here) {
    Intracomm half = here.comm().Split(here.rank() % 2, here.rank());
    return here.comm().Create_intercomm(half, 0, here.rank() % 2 == 0 ? 1 : 0, 77);
  }

  private static void intercommunicator(Here here, Report report) {
    exchange(halves(here), here, report);
  }

  private static void clonedIntercommunicator(Here here, Report report) {
    exchange((Intercomm) halves(here).clone(), here, report);
  }

  private static void exchange(Intercomm pair, Here here, Report report) {
    report.add(pair.Test_inter(), pair.Rank(), pair.Size(), pair.Remote_size());
    report.add(pair.Group().Size(), pair.Remote_group().Size());
    // Every rank to the first of the other side, which answers.
    int[] value = {here.rank()};
    Request request = pair.Isend(value, 0, 1, MPI.INT, 0, 1);
    if (pair.Rank() == 0) {
      int[] received = new int[1];
      int sum = 0;
      for (int i = 0; i < pair.Remote_size(); i++) {
        pair.Recv(received, 0, 1, MPI.INT, i, 1);
        sum = sum * 10 + received[0];
      }
      for (int i = 0; i < pair.Remote_size(); i++) {
        pair.Send(new int[] {sum}, 0, 1, MPI.INT, i, 2);
      }
    }
    int[] answer = new int[1];
    report.add(pair.Recv(answer, 0, 1, MPI.INT, 0, 2), MPI.INT).add(answer);
    request.Wait();
  }

  private static void merge(Here here, Report report) {
    Intracomm all = halves(here).Merge(here.rank() % 2 == 1);
    report.add(all.Rank(), all.Size(), sum(all, here.rank()), ring(all, here.rank()));
  }

  private static int sum(Intracomm comm, int value) {
    int[] sum = new int[1];
    comm.Allreduce(new int[] {value}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
    return sum[0];
  }

  private static int ring(Intracomm comm, int value) {
    int[] received = new int[1];
    Here here = Here.of(comm);
    comm.Sendrecv(
        new int[] {value},
        0,
        1,
        MPI.INT,
        here.next(),
        9,
        received,
        0,
        1,
        MPI.INT,
        here.previous(),
        9);
    return received[0];
  }
}
