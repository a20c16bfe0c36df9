package org.ftmpj.it.program;

import java.nio.file.Files;
import java.nio.file.Path;
import mpi.MPI;
import mpi.Request;
import mpi.Status;

/**
 * A job that lasts until a file is there. Rank 0, which looks for it and must not be killed, sets
 * the pace, the others work whenever it asks them to: one that is started again is soon where it
 * was, however long the job has run. Every round has receives from any source and {@code Waitany};
 * every rank checks what it gets.
 */
public final class Marathon {
  /** So often each rank prints a line. */
  public static final int ROUNDS_PER_LINE = 250;

  private static final int WORK = 1;
  private static final int NEIGHBOUR = 2;
  private static final int DONE = 3;

  private Marathon() {}

  public static void main(String[] args) throws InterruptedException {
    String[] arguments = MPI.Init(args);
    Path end = Path.of(arguments[0]);
    long pauseMs = Long.parseLong(arguments[1]);
    if (MPI.COMM_WORLD.Rank() == 0) {
      setPace(end, pauseMs);
    } else {
      work();
    }
    MPI.Finalize();
  }

  private static void setPace(Path end, long pauseMs) throws InterruptedException {
    int size = MPI.COMM_WORLD.Size();
    long round = 0;
    while (!Files.exists(end)) {
      round++;
      tell(size, round);
      for (int n = 1; n < size; n++) {
        long[] answer = new long[1];
        Status status = MPI.COMM_WORLD.Recv(answer, 0, 1, MPI.LONG, MPI.ANY_SOURCE, DONE);
        require(answer[0] == value(round, status.source) + value(round, before(status.source)));
      }
      line(round);
      Thread.sleep(pauseMs);
    }
    tell(size, 0);
    System.out.println("end after " + round);
  }

  private static void tell(int size, long round) {
    for (int worker = 1; worker < size; worker++) {
      MPI.COMM_WORLD.Send(new long[] {round}, 0, 1, MPI.LONG, worker, WORK);
    }
  }

  private static void work() {
    int rank = MPI.COMM_WORLD.Rank();
    long[] round = new long[1];
    MPI.COMM_WORLD.Recv(round, 0, 1, MPI.LONG, 0, WORK);
    while (round[0] != 0) {
      long mine = value(round[0], rank);
      long[] its = new long[1];
      Request[] both = {
        MPI.COMM_WORLD.Irecv(its, 0, 1, MPI.LONG, MPI.ANY_SOURCE, NEIGHBOUR),
        MPI.COMM_WORLD.Isend(new long[] {mine}, 0, 1, MPI.LONG, after(rank), NEIGHBOUR)
      };
      Request.Waitany(both);
      Request.Waitany(both);
      require(its[0] == value(round[0], before(rank)));
      MPI.COMM_WORLD.Send(new long[] {mine + its[0]}, 0, 1, MPI.LONG, 0, DONE);
      line(round[0]);
      MPI.COMM_WORLD.Recv(round, 0, 1, MPI.LONG, 0, WORK);
    }
  }

  /** The workers are a ring without rank 0. */
  private static int after(int worker) {
    return worker == MPI.COMM_WORLD.Size() - 1 ? 1 : worker + 1;
  }

  private static int before(int worker) {
    return worker == 1 ? MPI.COMM_WORLD.Size() - 1 : worker - 1;
  }

  private static long value(long round, int rank) {
    return (round * 1_000_003 + rank) * 0x9E3779B97F4A7C15L;
  }

  private static void line(long round) {
    if (round % ROUNDS_PER_LINE == 0) {
      System.out.println("round " + round);
    }
  }

  private static void require(boolean right) {
    if (!right) {
      throw new IllegalStateException("A wrong message");
    }
  }
}
