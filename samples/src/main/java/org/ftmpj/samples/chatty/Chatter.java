package org.ftmpj.samples.chatty;

import mpi.MPI;
import mpi.Request;
import mpi.Status;
import org.ftmpj.samples.Arguments;
import org.ftmpj.samples.Work;

/**
 * Every rank sends many small messages to every other and takes what comes in whatever order. Far
 * more messages than work, on purpose.
 */
public final class Chatter {
  private Chatter() {}

  /**
   * Runs it.
   *
   * @param args rounds, messages to each rank in a round, work of a round
   */
  public static void main(String[] args) {
    String[] arguments = MPI.Init(args);
    int rounds = Arguments.positive(arguments, 0, 100);
    int messages = Arguments.positive(arguments, 1, 50);
    int work = Arguments.positive(arguments, 2, 1_000_000);
    int rank = MPI.COMM_WORLD.Rank();
    int size = MPI.COMM_WORLD.Size();
    long state = rank + 1;
    for (int round = 1; round <= rounds; round++) {
      Request[] sending = new Request[messages * size];
      for (int i = 0; i < sending.length; i++) {
        long[] word = {state + i};
        sending[i] = MPI.COMM_WORLD.Isend(word, 0, 1, MPI.LONG, i % size, round);
      }
      long heard = 0;
      long[] word = new long[1];
      for (int i = 0; i < sending.length; i++) {
        Status status = MPI.COMM_WORLD.Recv(word, 0, 1, MPI.LONG, MPI.ANY_SOURCE, round);
        heard += word[0] * (status.source + 1);
      }
      Request.Waitall(sending);
      state = Work.mix(state + heard, work);
      System.out.printf("round %d: heard %016x%n", round, heard);
    }
    long[] all = new long[1];
    MPI.COMM_WORLD.Allreduce(new long[] {state}, 0, all, 0, 1, MPI.LONG, MPI.SUM);
    System.out.printf("chatter: %016x%n", all[0]);
    MPI.Finalize();
  }
}
