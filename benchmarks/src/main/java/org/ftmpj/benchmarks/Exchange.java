package org.ftmpj.benchmarks;

import mpi.MPI;
import mpi.Request;

/**
 * How ranks 0 and 1 of an ordinary MPJ program send each other a message, and receive it.
 *
 * @param send sends what it is given
 * @param receive receives as much as it is given room for
 */
record Exchange(Transfer send, Transfer receive) {
  private static final int TAG = 1;
  private static final int TAG_NEVER_USED = 2;

  /** Sends or receives one message. */
  interface Transfer {
    void of(byte[] data);
  }

  static Transfer send(int peer) {
    return data -> MPI.COMM_WORLD.Send(data, 0, data.length, MPI.BYTE, peer, TAG);
  }

  static Transfer synchronousSend(int peer) {
    return data -> MPI.COMM_WORLD.Ssend(data, 0, data.length, MPI.BYTE, peer, TAG);
  }

  /** Isend and Wait. */
  static Transfer sendAndWait(int peer) {
    return data -> MPI.COMM_WORLD.Isend(data, 0, data.length, MPI.BYTE, peer, TAG).Wait();
  }

  static Transfer receive(int source) {
    return data -> MPI.COMM_WORLD.Recv(data, 0, data.length, MPI.BYTE, source, TAG);
  }

  /** Irecv and Wait. */
  static Transfer receiveAndWait(int source) {
    return data -> MPI.COMM_WORLD.Irecv(data, 0, data.length, MPI.BYTE, source, TAG).Wait();
  }

  /** Waitany over a receive from any source and another one that never gets anything. */
  static Transfer receiveByWaitany(int peer) {
    Request never = MPI.COMM_WORLD.Irecv(new byte[1], 0, 1, MPI.BYTE, peer, TAG_NEVER_USED);
    Request[] requests = {null, never};
    return data -> {
      requests[0] = MPI.COMM_WORLD.Irecv(data, 0, data.length, MPI.BYTE, MPI.ANY_SOURCE, TAG);
      Request.Waitany(requests);
    };
  }

  /** Rank 0 sends that many messages to rank 1, which answers them all by one of a byte. */
  static Exchange stream(int rank, int messages) {
    int peer = 1 - rank;
    Transfer many = times(messages, rank == 0 ? send(peer) : receive(peer));
    return rank == 0
        ? new Exchange(many, data -> MPI.COMM_WORLD.Recv(data, 0, 1, MPI.BYTE, peer, TAG))
        : new Exchange(data -> MPI.COMM_WORLD.Send(data, 0, 1, MPI.BYTE, peer, TAG), many);
  }

  private static Transfer times(int times, Transfer one) {
    return data -> {
      for (int i = 0; i < times; i++) {
        one.of(data);
      }
    };
  }

  /** Rank 0 sends first. */
  void roundTrips(int rank, byte[] sent, byte[] received, int times) {
    for (int i = 0; i < times; i++) {
      if (rank == 0) {
        send.of(sent);
        receive.of(received);
      } else {
        receive.of(received);
        send.of(sent);
      }
    }
  }
}
