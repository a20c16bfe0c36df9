package org.ftmpj.it.program;

import java.nio.ByteBuffer;
import mpi.MPI;
import mpi.Request;

/** Synchronous, buffered and ready sends, blocking and not. */
public final class SendModes {
  private SendModes() {}

  public static void main(String[] args) {
    MPI.Init(args);
    MPI.Buffer_attach(ByteBuffer.allocateDirect(1 << 16));
    Steps.runWithoutFinalize(SendModes::step);
    MPI.Finalize();
  }

  private static Object step(int step, int rank, int size) {
    int next = Steps.next(rank, size);
    int previous = Steps.previous(rank, size);
    int[] received = new int[6];
    Request[] receiving = new Request[received.length];
    for (int i = 0; i < received.length; i++) {
      receiving[i] = MPI.COMM_WORLD.Irecv(received, i, 1, MPI.INT, previous, i);
    }
    // A ready send may only start when its receive is posted.
    MPI.COMM_WORLD.Barrier();
    int[] sent = {step, step + rank, step * 2, step * 2 + rank, step * 3, step * 3 + rank};
    Request issend = MPI.COMM_WORLD.Issend(sent, 0, 1, MPI.INT, next, 0);
    Request irsend = MPI.COMM_WORLD.Irsend(sent, 1, 1, MPI.INT, next, 1);
    Request ibsend = MPI.COMM_WORLD.Ibsend(sent, 2, 1, MPI.INT, next, 2);
    MPI.COMM_WORLD.Rsend(sent, 3, 1, MPI.INT, next, 3);
    MPI.COMM_WORLD.Bsend(sent, 4, 1, MPI.INT, next, 4);
    MPI.COMM_WORLD.Ssend(sent, 5, 1, MPI.INT, next, 5);
    Request.Waitall(new Request[] {issend, irsend, ibsend});
    Request.Waitall(receiving);
    return received;
  }
}
