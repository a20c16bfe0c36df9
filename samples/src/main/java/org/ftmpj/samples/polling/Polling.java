package org.ftmpj.samples.polling;

import java.util.Arrays;
import mpi.MPI;
import mpi.Request;
import mpi.Status;
import org.ftmpj.samples.Arguments;
import org.ftmpj.samples.Work;

/**
 * Rank 0 asks in a busy loop whether anything has come, mostly without success, and tells the
 * others how often it has. At the end they compare: everyone must have heard what rank 0 says to
 * have said.
 */
public final class Polling {
  private static final int TAG_GO = 1;
  private static final int TAG_DONE = 2;
  private static final int TAG_NEVER = 3;
  private static final long END = -1;

  private long failures;

  private Polling() {}

  /**
   * Runs it.
   *
   * @param args rounds, unsuccessful polls in each round before anything can come, work of a round
   */
  public static void main(String[] args) {
    String[] arguments = MPI.Init(args);
    int rounds = Arguments.positive(arguments, 0, 400);
    int polls = Arguments.positive(arguments, 1, 2_500);
    int work = Arguments.positive(arguments, 2, 1_000_000);
    if (MPI.COMM_WORLD.Size() < 2) {
      System.err.println("Polling needs somebody to wait for: at least 2 ranks");
    } else if (MPI.COMM_WORLD.Rank() == 0) {
      new Polling().poll(rounds, polls);
    } else {
      work(work);
    }
    MPI.Finalize();
  }

  private void poll(int rounds, int polls) {
    int size = MPI.COMM_WORLD.Size();
    long[] said = new long[size];
    for (int round = 1; round <= rounds; round++) {
      for (int i = 0; i < polls; i++) {
        failures += MPI.COMM_WORLD.Iprobe(MPI.ANY_SOURCE, TAG_NEVER) == null ? 1 : 0;
      }
      for (int worker = 1; worker < size; worker++) {
        long word = failures;
        MPI.COMM_WORLD.Send(new long[] {word}, 0, 1, MPI.LONG, worker, TAG_GO);
        said[worker] = Work.mix(said[worker] * 31 + word, 1);
      }
      for (int i = 1; i < size; i++) {
        collect();
      }
      System.out.printf("round %d: %d unsuccessful polls so far%n", round, failures);
    }
    for (int worker = 1; worker < size; worker++) {
      MPI.COMM_WORLD.Send(new long[] {END}, 0, 1, MPI.LONG, worker, TAG_GO);
      long[] heard = new long[1];
      MPI.COMM_WORLD.Recv(heard, 0, 1, MPI.LONG, worker, TAG_DONE);
      said[worker] -= heard[0];
    }
    boolean right = Arrays.stream(said).allMatch(difference -> difference == 0);
    System.out.println("polling: " + (right ? "OK" : "BROKEN"));
  }

  /** Asks until a worker is done, and until its result is there. */
  private void collect() {
    Status status = MPI.COMM_WORLD.Iprobe(MPI.ANY_SOURCE, TAG_DONE);
    while (status == null) {
      failures++;
      status = MPI.COMM_WORLD.Iprobe(MPI.ANY_SOURCE, TAG_DONE);
    }
    long[] result = new long[1];
    Request request = MPI.COMM_WORLD.Irecv(result, 0, 1, MPI.LONG, status.source, TAG_DONE);
    while (request.Test() == null) {
      failures++;
    }
  }

  private static void work(int work) {
    long heard = 0;
    int done = 0;
    long[] word = new long[1];
    MPI.COMM_WORLD.Recv(word, 0, 1, MPI.LONG, 0, TAG_GO);
    while (word[0] != END) {
      heard = Work.mix(heard * 31 + word[0], 1);
      long[] result = {Work.mix(word[0] + 1, work)};
      done++;
      System.out.printf("done %d%n", done);
      MPI.COMM_WORLD.Send(result, 0, 1, MPI.LONG, 0, TAG_DONE);
      MPI.COMM_WORLD.Recv(word, 0, 1, MPI.LONG, 0, TAG_GO);
    }
    MPI.COMM_WORLD.Send(new long[] {heard}, 0, 1, MPI.LONG, 0, TAG_DONE);
  }
}
