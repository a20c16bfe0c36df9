package org.ftmpj.it.program.table;

import java.util.ArrayList;
import java.util.List;
import mpi.Comm;
import mpi.Datatype;
import mpi.MPI;
import mpi.Request;
import mpi.Status;
import mpjbuf.Buffer;
import mpjbuf.BufferFactory;

/** Pack, Unpack, and messages of type PACKED in every send mode. */
final class Packing {
  private Packing() {}

  static List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    for (Samples kind : Samples.values()) {
      cases.add(Case.of("Pack_size." + kind, (here, report) -> sizes(kind, here, report)));
      cases.add(Case.of("PACKED." + kind, (here, report) -> one(kind, here, report)));
    }
    cases.add(Case.of("PACKED.several sections", Packing::several));
    cases.add(Case.of("PACKED.Isend and Irecv", Packing::nonblocking));
    String[] modes = {"Ssend", "Rsend", "Bsend", "Issend", "Irsend", "Ibsend"};
    for (String mode : modes) {
      cases.add(Case.of("PACKED." + mode, (here, report) -> inMode(mode, here, report)));
    }
    return cases;
  }

  /** A buffer as MPJ Express's devices need it, with room for the padding between sections. */
  private static Buffer buffer(int overhead, int size) {
    int capacity = overhead + (size + 135) / 8 * 8;
    return new Buffer(BufferFactory.create(capacity), overhead, capacity);
  }

  private static void sizes(Samples kind, Here here, Report report) {
    for (int count = 0; count < 20; count += 3) {
      report.add(here.comm().Pack_size(count, kind.type()));
    }
  }

  private static void one(Samples kind, Here here, Report report) {
    int size = here.comm().Pack_size(5, kind.type());
    Buffer out = buffer(MPI.SEND_OVERHEAD, size);
    report.add(here.comm().Pack(kind.make(7, here.rank()), 1, 5, kind.type(), out, 0));
    Request sending = here.comm().Isend(out, 0, size, MPI.PACKED, here.next(), 1);
    Buffer in = buffer(MPI.RECV_OVERHEAD, size);
    Status status = here.comm().Recv(in, 0, size, MPI.PACKED, here.previous(), 1);
    report.add(status.source, status.tag);
    sending.Wait();
    Object received = kind.room(6);
    report.add(here.comm().Unpack(in, 0, received, 1, 5, kind.type())).add(received);
  }

  private static void several(Here here, Report report) {
    Comm comm = here.comm();
    Datatype pairs = Datatype.Vector(2, 1, 2, MPI.DOUBLE);
    int first = comm.Pack_size(3, MPI.INT);
    int second = comm.Pack_size(2, pairs);
    int third = comm.Pack_size(5, MPI.BYTE);
    int size = first + second + third;
    Buffer out = buffer(MPI.SEND_OVERHEAD, size);
    int position = comm.Pack(Samples.INT.make(3, here.rank()), 0, 3, MPI.INT, out, 0);
    report.add(position);
    position = comm.Pack(Samples.DOUBLE.make(9, here.rank()), 0, 2, pairs, out, position);
    report.add(position);
    position = comm.Pack(Samples.BYTE.make(5, here.rank()), 0, 5, MPI.BYTE, out, position);
    report.add(position);
    Request sending = comm.Isend(out, 0, size, MPI.PACKED, here.next(), 2);
    Buffer in = buffer(MPI.RECV_OVERHEAD, size);
    comm.Recv(in, 0, size, MPI.PACKED, here.previous(), 2);
    sending.Wait();
    int[] ints = new int[3];
    double[] doubles = new double[9];
    byte[] bytes = new byte[5];
    position = comm.Unpack(in, 0, ints, 0, 3, MPI.INT);
    report.add(position).add(ints);
    position = comm.Unpack(in, position, doubles, 0, 2, pairs);
    report.add(position).add(doubles);
    position = comm.Unpack(in, position, bytes, 0, 5, MPI.BYTE);
    report.add(position).add(bytes);
  }

  /** MPJ Express empties the buffer of a nonblocking receive when it is complete. */
  private static void nonblocking(Here here, Report report) {
    int size = here.comm().Pack_size(4, MPI.LONG);
    Buffer out = buffer(MPI.SEND_OVERHEAD, size);
    here.comm().Pack(Samples.LONG.make(4, here.rank()), 0, 4, MPI.LONG, out, 0);
    Buffer in = buffer(MPI.RECV_OVERHEAD, size);
    Request receiving = here.comm().Irecv(in, 0, size, MPI.PACKED, here.previous(), 3);
    Request sending = here.comm().Isend(out, 0, size, MPI.PACKED, here.next(), 3);
    Status status = receiving.Wait();
    sending.Wait();
    report.add(status.tag, status.count, status.numEls);
  }

  private static void inMode(String mode, Here here, Report report) {
    int size = here.comm().Pack_size(4, MPI.SHORT);
    Buffer out = buffer(MPI.SEND_OVERHEAD, size);
    here.comm().Pack(Samples.SHORT.make(4, here.rank()), 0, 4, MPI.SHORT, out, 0);
    short[] received = new short[4];
    Request receiving = here.comm().Irecv(received, 0, 4, MPI.SHORT, here.previous(), 4);
    here.comm().Barrier();
    Request sending = send(mode, here.comm(), out, size, here.next());
    report.add(receiving.Wait(), MPI.SHORT).add(received);
    if (sending != null) {
      sending.Wait();
    }
  }

  private static Request send(String mode, Comm comm, Buffer out, int size, int to) {
    switch (mode) {
      case "Ssend" -> comm.Ssend(out, 0, size, MPI.PACKED, to, 4);
      case "Rsend" -> comm.Rsend(out, 0, size, MPI.PACKED, to, 4);
      case "Bsend" -> comm.Bsend(out, 0, size, MPI.PACKED, to, 4);
      case "Issend" -> {
        return comm.Issend(out, 0, size, MPI.PACKED, to, 4);
      }
      case "Irsend" -> {
        return comm.Irsend(out, 0, size, MPI.PACKED, to, 4);
      }
      default -> {
        return comm.Ibsend(out, 0, size, MPI.PACKED, to, 4);
      }
    }
    return null;
  }
}
