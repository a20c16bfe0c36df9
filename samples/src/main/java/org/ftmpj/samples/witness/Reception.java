package org.ftmpj.samples.witness;

import java.util.function.Supplier;
import mpi.Comm;
import mpi.MPI;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;

/** The ways to receive a number of messages from anybody. */
final class Reception {
  /** After so many unsuccessful polls it waits instead, so that others can have the processor. */
  private static final int MOST_POLLS = 2000;

  private final Comm comm = MPI.COMM_WORLD;
  private final int count;
  private final Witness witness;
  private final long[][] messages;
  private final Runnable[] ways = {
    this::byReceive,
    this::byProbe,
    this::byIprobe,
    this::byTest,
    this::byTestany,
    this::byTestsome,
    this::byWaitany,
    this::byWaitsome,
    this::byPersistentRequests
  };
  private long polls;

  /**
   * @param count how many messages to receive each time
   */
  Reception(int count, Witness witness) {
    this.count = count;
    this.witness = witness;
    this.messages = new long[count][2];
  }

  void receive(int way) {
    ways[way % ways.length].run();
  }

  private void byReceive() {
    for (long[] message : messages) {
      saw(message, comm.Recv(message, 0, 2, MPI.LONG, MPI.ANY_SOURCE, OrderWitness.TAG_DATA));
    }
  }

  private void byProbe() {
    for (long[] message : messages) {
      Status probed = comm.Probe(MPI.ANY_SOURCE, OrderWitness.TAG_DATA);
      saw(message, comm.Recv(message, 0, 2, MPI.LONG, probed.source, OrderWitness.TAG_DATA));
    }
  }

  private void byIprobe() {
    for (long[] message : messages) {
      Status probed =
          poll(
              () -> comm.Iprobe(MPI.ANY_SOURCE, OrderWitness.TAG_DATA),
              () -> comm.Probe(MPI.ANY_SOURCE, OrderWitness.TAG_DATA));
      saw(message, comm.Recv(message, 0, 2, MPI.LONG, probed.source, OrderWitness.TAG_DATA));
    }
  }

  private void byTest() {
    Request[] requests = post();
    for (int i = 0; i < count; i++) {
      saw(messages[i], poll(requests[i]::Test, requests[i]::Wait));
    }
  }

  private void byTestany() {
    Request[] requests = post();
    for (int i = 0; i < count; i++) {
      saw(poll(() -> Request.Testany(requests), () -> Request.Waitany(requests)));
    }
  }

  private void byTestsome() {
    Request[] requests = post();
    for (int done = 0; done < count; ) {
      Status[] complete =
          poll(() -> someOrNull(Request.Testsome(requests)), () -> Request.Waitsome(requests));
      done += saw(complete);
    }
  }

  private static Status[] someOrNull(Status[] statuses) {
    return statuses.length == 0 ? null : statuses;
  }

  private void byWaitany() {
    Request[] requests = post();
    for (int i = 0; i < count; i++) {
      saw(Request.Waitany(requests));
    }
  }

  private void byWaitsome() {
    Request[] requests = post();
    for (int done = 0; done < count; ) {
      done += saw(Request.Waitsome(requests));
    }
  }

  /** One persistent request, started again for every message. */
  private void byPersistentRequests() {
    if (count == 0) {
      return;
    }
    long[] message = messages[0];
    Prequest request =
        comm.Recv_init(message, 0, 2, MPI.LONG, MPI.ANY_SOURCE, OrderWitness.TAG_DATA);
    for (int i = 0; i < count; i++) {
      request.Start();
      saw(message, request.Wait());
    }
  }

  private Request[] post() {
    Request[] requests = new Request[count];
    for (int i = 0; i < count; i++) {
      requests[i] = comm.Irecv(messages[i], 0, 2, MPI.LONG, MPI.ANY_SOURCE, OrderWitness.TAG_DATA);
    }
    return requests;
  }

  /** Asks until there is an answer that is not null, or rather waits if that takes too long. */
  private <T> T poll(Supplier<T> ask, Supplier<T> await) {
    T answer = ask.get();
    while (answer == null) {
      if (++polls % MOST_POLLS == 0) {
        return await.get();
      }
      Thread.yield();
      answer = ask.get();
    }
    return answer;
  }

  private int saw(Status[] statuses) {
    for (Status status : statuses) {
      saw(status);
    }
    return statuses.length;
  }

  private void saw(Status status) {
    saw(messages[status.index], status);
  }

  private void saw(long[] message, Status status) {
    witness.sawMessage(status.source, message[0], message[1], polls);
    polls = 0;
  }
}
