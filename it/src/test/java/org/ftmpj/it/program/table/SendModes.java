package org.ftmpj.it.program.table;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import mpi.Comm;
import mpi.MPI;
import mpi.Request;

/** Every send mode, blocking and not, with every basic type, around the ring. */
enum SendModes {
  SEND {
    @Override
    Request send(Comm comm, Message m) {
      comm.Send(m.buffer, m.offset, m.count, m.kind.type(), m.destination, m.tag);
      return null;
    }
  },
  BSEND {
    @Override
    Request send(Comm comm, Message m) {
      comm.Bsend(m.buffer, m.offset, m.count, m.kind.type(), m.destination, m.tag);
      return null;
    }
  },
  SSEND {
    @Override
    Request send(Comm comm, Message m) {
      comm.Ssend(m.buffer, m.offset, m.count, m.kind.type(), m.destination, m.tag);
      return null;
    }
  },
  RSEND {
    @Override
    Request send(Comm comm, Message m) {
      comm.Rsend(m.buffer, m.offset, m.count, m.kind.type(), m.destination, m.tag);
      return null;
    }
  },
  ISEND {
    @Override
    Request send(Comm comm, Message m) {
      return comm.Isend(m.buffer, m.offset, m.count, m.kind.type(), m.destination, m.tag);
    }
  },
  IBSEND {
    @Override
    Request send(Comm comm, Message m) {
      return comm.Ibsend(m.buffer, m.offset, m.count, m.kind.type(), m.destination, m.tag);
    }
  },
  ISSEND {
    @Override
    Request send(Comm comm, Message m) {
      return comm.Issend(m.buffer, m.offset, m.count, m.kind.type(), m.destination, m.tag);
    }
  },
  IRSEND {
    @Override
    Request send(Comm comm, Message m) {
      return comm.Irsend(m.buffer, m.offset, m.count, m.kind.type(), m.destination, m.tag);
    }
  };

  record Message(Samples kind, Object buffer, int offset, int count, int destination, int tag) {}

  abstract Request send(Comm comm, Message message);

  static List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    for (SendModes mode : values()) {
      for (Samples kind : Samples.values()) {
        cases.add(
            Case.of(
                "send." + mode + "." + kind, (here, report) -> exchange(mode, kind, here, report)));
      }
    }
    cases.add(Case.of("send.BSEND without a buffer", SendModes::withoutBuffer));
    return cases;
  }

  private static void exchange(SendModes mode, Samples kind, Here here, Report report) {
    Object received = kind.room(8);
    Request receiving =
        here.comm().Irecv(received, 1, 6, kind.type(), here.previous(), mode.ordinal());
    // A ready send may only start when its receive is posted.
    here.comm().Barrier();
    MPI.Buffer_attach(ByteBuffer.allocateDirect(1 << 16));
    Object sent = kind.make(7, here.rank() + 1);
    Request sending =
        mode.send(here.comm(), new Message(kind, sent, 2, 5, here.next(), mode.ordinal()));
    report.add(receiving.Wait(), kind.type());
    if (sending != null) {
      sending.Wait();
      report.add("sent", sending.Is_null());
    }
    MPI.Buffer_detach();
    report.add(received);
  }

  private static void withoutBuffer(Here here, Report report) {
    here.comm().Bsend(new int[1], 0, 1, MPI.INT, here.next(), 1);
    report.add("sent");
  }
}
